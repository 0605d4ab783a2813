/**
 * The least a page can do: a pointer move is sent over the same socket to the same core, which has nothing to do,
 * and the answer moves one box.
 */
(() => {
  document.body.innerHTML =
    '<div id="pad" style="height:80vh"><div id="box" style="height:40px;background:#2a5bd0"></div></div>';
  const box = document.querySelector("#box");
  const socket = new WebSocket(`ws://${location.host}/socket`);
  let id = 0;
  let at = 0;
  socket.addEventListener("open", () => {
    const token = location.hash.replace("#token=", "");
    socket.send(JSON.stringify({ type: "hello", token, session: crypto.randomUUID(), seen: null }));
  });
  socket.addEventListener("message", ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type !== "reply") return;
    box.dataset.shown = String(frame.id);
    box.style.width = `${at}px`;
  });
  document.querySelector("#pad").addEventListener("pointerrawupdate", ({ clientX }) => {
    at = clientX;
    id += 1;
    socket.send(JSON.stringify({ type: "request", id, oldest: id, method: "requests.log", input: {} }));
  });
})();
