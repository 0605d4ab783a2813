import type { McpLogLine } from "#shared/contract/mcp.ts";
import type { Clock } from "../../base/clock.ts";

const MAX_LINES = 300;
const MAX_CHARS = 500;

/** The newest lines about one server, for the user. What a server writes to standard error is among them. */
export class ServerLog {
  readonly #clock: Clock;
  #lines: McpLogLine[] = [];
  /** A line of the server that has no end yet. */
  #rest = "";
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(kind: McpLogLine["kind"], text: string): void {
    const line = {
      number: this.#count++,
      at: this.#clock.now().toISOString(),
      kind,
      text: text.slice(0, MAX_CHARS),
    };
    this.#lines = [...this.#lines.slice(1 - MAX_LINES), line];
  }

  /** Standard error, in pieces. Only the beginning of a line is kept, however long it is. */
  hear(piece: string): void {
    const lines = piece.slice(0, MAX_HEARD).split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      const whole = (this.#rest + line).trim();
      this.#rest = "";
      if (whole !== "") this.add("server", whole);
    }
    this.#rest = (this.#rest + last).slice(0, MAX_CHARS);
  }

  lines(): readonly McpLogLine[] {
    return this.#lines;
  }
}

/** Of one piece; a server that floods its standard error fills no memory and takes no time. */
const MAX_HEARD = 20_000;
