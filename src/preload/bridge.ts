import { contextBridge, ipcRenderer, type IpcRendererEvent, webUtils } from "electron";
import { type Bridge, bridgeChannels, bridgeName } from "#shared/contract/bridge.ts";
import type { Events, Reply } from "#shared/contract/index.ts";

const bridge: Bridge = {
  request: (method, input, id) =>
    ipcRenderer.invoke(bridgeChannels.call, { id, method, input }) as Promise<Reply>,
  cancel: (id) => ipcRenderer.send(bridgeChannels.cancel, id),
  listen: (callback) => {
    // Electron's event object is not passed on: through its sender a page could reach every channel.
    const forward = (_event: IpcRendererEvent, event: Events) => callback(event);
    ipcRenderer.on(bridgeChannels.event, forward);
    return () => {
      ipcRenderer.off(bridgeChannels.event, forward);
    };
  },
  pathOf: (file) => webUtils.getPathForFile(file as File),
};

contextBridge.exposeInMainWorld(bridgeName, Object.freeze(bridge));
