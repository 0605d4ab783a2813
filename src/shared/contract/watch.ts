import { z } from "zod";
import { watchedRequest, watchState } from "../model/watched-request.ts";
import { route } from "./route.ts";

/** What another program sends to its model server, seen on its way. Off until it is started; nothing is stored. */
export const watchRoutes = {
  "watch.state": route(z.object({}), watchState),
  /** Fails with `watch-running`, `invalid-upstream`, `port-in-use` or `port-denied`. Port 0: a free one. */
  "watch.start": route(
    z.object({ upstream: z.string().trim().min(1).max(2_000), port: z.int().min(0).max(65_535).default(0) }),
    watchState,
  ),
  /** Closes the address. What was seen stays until the folder is closed. */
  "watch.stop": route(z.object({}), watchState),
  /** Forgets what was seen. */
  "watch.clear": route(z.object({}), watchState),
  /** Fails with `request-unknown` for a request that was dropped. */
  "watch.request": route(z.object({ id: z.string().max(64) }), watchedRequest),
  /** The text of one part, as it was sent. */
  "watch.part": route(
    z.object({ id: z.string().max(64), index: z.int().min(0) }),
    z.object({ text: z.string(), cut: z.boolean() }),
  ),
};

export const watchEvents = {
  /** Says only that something changed: what was seen is in no event. */
  "watch.changed": z.object({ running: z.boolean(), requests: z.number().int() }),
};
