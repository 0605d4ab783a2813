/** Runs in the page before anything else: scrolls by hand, frame by frame, and tells which frames were late. */
(() => {
  const FRAME = 1000 / 60;

  /** From the end up by `step` pixels each frame; `step` 0 goes the whole way in `frames` frames. */
  const scroll = (selector, step, frames) =>
    new Promise((done) => {
      const list = document.querySelector(selector);
      const by = step || Math.ceil(list.scrollHeight / frames);
      list.dispatchEvent(new WheelEvent("wheel", { deltaY: -1, bubbles: true }));
      const times = [];
      const frame = (now) => {
        times.push(now);
        list.scrollTop -= by;
        if (times.length <= frames) return requestAnimationFrame(frame);
        const took = times.slice(1).map((time, index) => time - times[index]);
        const lost = (delta) => (delta > 1.5 * FRAME ? Math.round(delta / FRAME) - 1 : 0);
        const dropped = took.reduce((sum, delta) => sum + lost(delta), 0);
        done({ dropped, all: took.length + dropped, longest: Math.max(...took) });
      };
      requestAnimationFrame(frame);
    });

  /** After the frame in which what was just done is drawn. */
  const painted = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => done(performance.now()));
        port1.start();
        port2.postMessage(0);
      });
    });

  Object.assign(globalThis, { satchelBench: { scroll, painted } });
})();
