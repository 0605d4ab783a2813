import { afterEach, beforeEach } from "vitest";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

/** For each test a core with an empty data folder. A call that fails throws, with its code. */
export const useCore = () => {
  let core: Core;
  beforeEach(() => {
    const paths = { userData: temporaryProject(), resources: "resources" };
    core = createCore(testPorts(), paths, { checkOutput: true });
  });
  afterEach(() => core.close());
  const dispatch: Core["dispatch"] = (...call) => core.dispatch(...call);
  const value = async <T>(method: string, input: object = {}): Promise<T> => {
    const reply = await dispatch(method, input);
    if (!reply.ok) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
    return reply.value as T;
  };
  const on: Core["on"] = (listener) => core.on(listener);
  return { dispatch, value, on };
};
