/** Runs in the page before anything else: times pointer moves against painted answers. */
(() => {
  const FRAME = 1000 / 60;
  const sides = {
    app: {
      asks: '"context.preview"',
      wanted: (data) => /"used":(\d+)/.exec(data)?.[1],
      shown: () =>
        document
          .querySelector('svg[aria-label="The model’s window, to scale"]')
          ?.getAttribute("aria-valuenow"),
    },
    floor: {
      asks: '"requests.log"',
      wanted: (_data, id) => String(id),
      shown: () => document.querySelector("#box")?.dataset.shown,
    },
  };
  const side = location.pathname === "/floor" ? sides.floor : sides.app;
  let times = null;
  let tell = () => {};
  const deltas = [];
  let counting = false;
  const watch = {
    painted: Promise.resolve(null),
    begin: () => {
      times = {};
      watch.painted = new Promise((done, failed) => {
        const late = setTimeout(() => failed(new Error("A move was not painted within 30 s.")), 30_000);
        tell = (move) => {
          clearTimeout(late);
          done(move);
        };
      });
    },
    countFrames: () => {
      deltas.length = 0;
      counting = true;
      let last = performance.now();
      const frame = (now) => {
        deltas.push(now - last);
        last = now;
        if (counting) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    },
    endFrames: () => {
      counting = false;
      const lost = (delta) => (delta > 1.5 * FRAME ? Math.round(delta / FRAME) - 1 : 0);
      const dropped = deltas.reduce((sum, delta) => sum + lost(delta), 0);
      return { dropped, all: deltas.length + dropped };
    },
  };
  Object.assign(globalThis, { satchelWatch: watch });

  const moved = (event) => {
    if (times && times.moved === undefined) times.moved = event.timeStamp;
  };
  addEventListener("pointerrawupdate", moved, true);
  addEventListener("pointermove", moved, true);

  /** The frame in which the page says what the answer said, and the moment after it was handed over. */
  const awaitPaint = (wanted) => {
    requestAnimationFrame(() => {
      if (side.shown() !== wanted) return awaitPaint(wanted);
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => {
        if (times) tell({ ...times, painted: performance.now() });
        times = null;
      });
      port1.start();
      port2.postMessage(0);
    });
  };

  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(address) {
      super(address);
      this.addEventListener("message", ({ data }) => {
        if (times?.asked === undefined || times.answered !== undefined) return;
        // Of this request, not of another one that is still under way.
        if (!data.startsWith(`{"type":"reply","id":${times.id},`)) return;
        times.answered = performance.now();
        times.bytes = data.length;
        awaitPaint(side.wanted(data, times.id));
      });
    }
    send(data) {
      if (times?.moved !== undefined && times.asked === undefined && data.includes(side.asks)) {
        times.asked = performance.now();
        times.id = JSON.parse(data).id;
      }
      super.send(data);
    }
  };
})();
