import { join } from "node:path";
import { type Client, createClient } from "#shared/contract/index.ts";
import { type Core, createCore } from "../src/main/create-core.ts";
import { testPorts } from "../src/main/ports/test-ports.ts";

/** A core with a project open, and a model server of this machine as its provider `lab`. */
export const openLab = async (
  folder: string,
  project: string,
  origin: string,
): Promise<{ readonly core: Core; readonly client: Client }> => {
  const core = createCore(testPorts(), { userData: join(folder, "data"), resources: "resources" });
  const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
  await client.call("providers.save", {
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    baseUrl: `${origin}/v1`,
  });
  return { core, client };
};
