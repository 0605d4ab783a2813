import { z } from "zod";

/**
 * What is sent over the WebSocket, one JSON object per text message.
 *
 * A *session* is one page or one remote window; it outlives its sockets. The client counts its requests
 * up from 1 and says with each frame which one is the oldest still waiting: older replies can be let go.
 * The server counts its events up from 1 for as long as it runs (a *launch*). On reconnect the client
 * says what it saw last, sends again what has no reply, and the server runs no request twice. A server that
 * closes says up to which request it has read; what came after did not run and can be sent again.
 */
const requestId = z.int().positive();

export const clientFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    token: z.string().max(256),
    session: z.string().min(8).max(64),
    /** The client's position, when it was connected before. */
    seen: z.object({ launch: z.string().max(64), seq: z.int().nonnegative() }).nullable(),
  }),
  z.object({
    type: z.literal("request"),
    id: requestId,
    oldest: requestId,
    method: z.string().max(200),
    input: z.unknown(),
  }),
  z.object({ type: z.literal("cancel"), id: requestId }),
  z.object({ type: z.literal("ack"), oldest: requestId }),
]);
export type ClientFrame = z.output<typeof clientFrame>;

const failureValue = z.object({ code: z.string(), message: z.string(), detail: z.unknown().optional() });

export const serverFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("welcome"),
    launch: z.string(),
    /** The number of the last event before those that follow. */
    seq: z.int().nonnegative(),
    /** The server still knows this session: a repeated request will not run twice. */
    known: z.boolean(),
    /** Events were missed that the server no longer has. */
    resync: z.boolean(),
  }),
  z.object({
    type: z.literal("event"),
    seq: z.int().positive(),
    event: z.looseObject({ event: z.string() }),
  }),
  z.object({
    type: z.literal("reply"),
    id: requestId,
    reply: z.discriminatedUnion("ok", [
      z.object({ ok: z.literal(true), value: z.unknown() }),
      z.object({ ok: z.literal(false), error: failureValue }),
    ]),
  }),
  /** The client read so slowly that later events were dropped. */
  z.object({ type: z.literal("resync"), seq: z.int().nonnegative() }),
  /** The last frame: requests above this number were not read and will not run. */
  z.object({ type: z.literal("goodbye"), received: z.int().nonnegative() }),
]);
export type ServerFrame = z.output<typeof serverFrame>;

/** Why the server closed a socket. Codes below 4000 belong to the protocol. */
export const closeCode = {
  goingAway: 1001,
  binaryFrame: 1003,
  malformedFrame: 1007,
  oversizedFrame: 1009,
  /** The token is missing or wrong. Trying again is useless. */
  wrongToken: 4401,
  helloTimeout: 4408,
  /** A different socket continues this session. */
  replaced: 4409,
  tooMany: 4429,
} as const;

/** Largest message a client may send. Attachments are sent in requests. */
export const MAX_FRAME_BYTES = 32 * 1024 * 1024;
