// Runs in the page of `bench/electron.ts`: asks the core through the bridge and keeps how long each answer took.
window.bench = (() => {
  const { satchel } = window;
  const pause = (milliseconds) => new Promise((next) => setTimeout(next, milliseconds));
  let count = 0;
  let asking = null;

  const request = async (method, input) => {
    count += 1;
    const reply = await satchel.request(method, input, `bench-${count}`);
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value;
  };

  const ask = async (state) => {
    while (!state.stopped) {
      const from = performance.now();
      await request("app.info", {});
      state.waits.push(performance.now() - from);
      await pause(5);
    }
  };

  return {
    start() {
      asking = { stopped: false, waits: [] };
      asking.done = ask(asking);
    },
    async stop() {
      asking.stopped = true;
      await asking.done;
      return asking.waits;
    },
    // Until the files are counted and all of them can be searched.
    async index(folder) {
      let counted;
      const indexed = new Promise((done) => {
        counted = done;
      });
      const forget = satchel.listen((event) => {
        if (event.event === "workspace.indexing" && event.finished) counted();
      });
      await request("project.open", { folder });
      await indexed;
      forget();
      while (!(await request("project.info", {})).searched.all) await pause(200);
    },
  };
})();
