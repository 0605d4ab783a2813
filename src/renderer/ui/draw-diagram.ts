import { isSmallDiagram } from "./diagram-bounds.ts";

export type DiagramQuestion = { readonly id: number; readonly source: string; readonly dark: boolean };
/** `id` 0: the frame is ready. */
export type DiagramAnswer = { readonly id: number; readonly picture: string | null };

/** For the frame to load, and for one diagram. Past it the frame is thrown away with whatever it is doing. */
const LIMIT_MS = 5_000;
const LOADING_MS = 20_000;

/** The picture of a diagram as SVG; null when it is too large, broken or takes too long. One at a time. */
export const drawDiagram = (source: string, dark: boolean): Promise<string | null> => {
  if (!isSmallDiagram(source)) return Promise.resolve(null);
  const drawn = queue.then(() => drawInFrame(source, dark));
  queue = drawn.catch(() => {});
  return drawn;
};

let queue: Promise<unknown> = Promise.resolve();
let frame: Promise<HTMLIFrameElement> | null = null;
let isFrameDark = false;
let lastId = 0;

const drawInFrame = async (source: string, dark: boolean): Promise<string | null> => {
  // The program that draws keeps the colours it began with.
  if (frame && isFrameDark !== dark) dropFrame(frame);
  frame ??= openFrame();
  isFrameDark = dark;
  const opened = frame;
  try {
    const { contentWindow } = await opened;
    if (!contentWindow) throw new Error("The frame is gone.");
    lastId += 1;
    const id = lastId;
    const answered = nextAnswer(contentWindow, id, LIMIT_MS);
    // A frame without an origin can only be named by "*"; it receives only the text of the diagram.
    contentWindow.postMessage({ id, source, dark } satisfies DiagramQuestion, { targetOrigin: "*" });
    return await answered;
  } catch {
    dropFrame(opened);
    return null;
  }
};

const dropFrame = (opened: Promise<HTMLIFrameElement>): void => {
  frame = null;
  void opened.then(
    (element) => element.remove(),
    () => {},
  );
};

const openFrame = async (): Promise<HTMLIFrameElement> => {
  const element = document.createElement("iframe");
  element.setAttribute("sandbox", "allow-scripts");
  element.setAttribute("aria-hidden", "true");
  element.tabIndex = -1;
  element.title = "";
  // Text has to be measured, so it has to have a size; nobody has to see it.
  element.style.cssText =
    "position:fixed;top:0;left:0;width:1200px;height:900px;border:0;visibility:hidden;pointer-events:none;z-index:-1";
  element.src = "./diagram.html";
  document.body.append(element);
  try {
    const { contentWindow } = element;
    if (contentWindow) await nextAnswer(contentWindow, 0, LOADING_MS);
    return element;
  } catch (error) {
    element.remove();
    throw error;
  }
};

/** Whoever sent it, an answer counts only when it comes from that frame and has that number. */
const nextAnswer = (from: Window, id: number, limit: number): Promise<string | null> =>
  new Promise((answered, failed) => {
    const stop = () => {
      clearTimeout(timer);
      removeEventListener("message", hear);
    };
    const hear = (event: MessageEvent<DiagramAnswer>) => {
      if (event.source !== from || event.data?.id !== id) return;
      stop();
      const { picture } = event.data;
      answered(typeof picture === "string" ? picture : null);
    };
    const timer = setTimeout(() => {
      stop();
      failed(new Error("The diagram took too long."));
    }, limit);
    addEventListener("message", hear);
  });
