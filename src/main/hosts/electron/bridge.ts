import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from "electron";
import { z } from "zod";
import { bridgeChannels } from "#shared/contract/bridge.ts";
import type { Carrier, Events, Reply } from "#shared/contract/index.ts";
import type { Log } from "../../base/log.ts";
import { isOurPage } from "./page-address.ts";

/** The main process's end of the preload bridge. */
export type PageBridge = {
  /** Sends the core's events to this page, and cancels its requests when it goes away. */
  attach(contents: WebContents): void;
  close(): void;
};

const callMessage = z.object({
  id: z.string().min(1).max(64),
  method: z.string().max(200),
  input: z.unknown(),
});

export const serveBridge = (core: Carrier, log: Log): PageBridge => {
  const pages = new Map<WebContents, Map<string, AbortController>>();

  const onCall = async (event: IpcMainInvokeEvent, message: unknown): Promise<Reply> => {
    const running = pages.get(event.sender);
    if (!running || !isFromOurPage(event)) {
      log.warn("Refused a call that did not come from the app's page.");
      return refuse("forbidden-sender", "Only the app's own page may call the core.");
    }
    const call = callMessage.safeParse(message);
    if (!call.success) return refuse("invalid-input", "The message is not a call.");
    const { id, method, input } = call.data;
    if (running.has(id)) return refuse("invalid-input", "A call with this id is already running.");
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return await core.request(method, input, controller.signal);
    } catch (error) {
      log.error("The core did not answer.", error, { method });
      return refuse("core-unreachable", "Satchel's core did not answer. The log has the details.");
    } finally {
      running.delete(id);
    }
  };

  const onCancel = (event: IpcMainEvent, id: unknown) => {
    if (isFromOurPage(event) && typeof id === "string") pages.get(event.sender)?.get(id)?.abort();
  };

  const onEvent = (event: Events) => {
    for (const contents of pages.keys()) sendEvent(contents, event);
  };

  ipcMain.handle(bridgeChannels.call, onCall);
  ipcMain.on(bridgeChannels.cancel, onCancel);
  const stopListening = core.listen(onEvent);

  return {
    attach: (contents) => {
      const running = new Map<string, AbortController>();
      const cancelAll = () => {
        for (const controller of running.values()) controller.abort();
      };
      pages.set(contents, running);
      // A page that reloads or crashes no longer waits for its answers.
      contents.on("did-start-navigation", (details) => {
        if (details.isMainFrame && !details.isSameDocument) cancelAll();
      });
      contents.on("render-process-gone", cancelAll);
      contents.once("destroyed", () => {
        cancelAll();
        pages.delete(contents);
      });
    },
    close: () => {
      stopListening();
      ipcMain.removeHandler(bridgeChannels.call);
      ipcMain.off(bridgeChannels.cancel, onCancel);
    },
  };
};

/** Events are sent only while the window shows our page; one that comes back reads everything again. */
export const sendEvent = (contents: WebContents, event: Events): void => {
  if (contents.isDestroyed() || contents.isCrashed() || !isOurPage(contents.getURL())) return;
  contents.send(bridgeChannels.event, event);
};

/** The main frame of our page; a frame inside it is not trusted, whatever its address. */
const isFromOurPage = ({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent) =>
  senderFrame !== null && senderFrame === sender.mainFrame && isOurPage(senderFrame.url);

const refuse = (code: string, message: string): Reply => ({ ok: false, error: { code, message } });
