import { afterEach, describe, expect, it } from "vitest";
import { silentLog } from "../../base/log.ts";
import { Sampler } from "./sampler.ts";

const opened: Sampler[] = [];
afterEach(() => Promise.all(opened.splice(0).map((sampler) => sampler.close())));

const begin = (options: { on?: boolean; fails?: boolean; power?: boolean } = {}) => {
  let now = Date.parse("2026-11-17T10:00:00Z");
  const settings = { sampling: options.on ?? true, model: null as string | null };
  const power = { onBattery: false, idleSeconds: 3600 };
  const left = ["r2", "r1"];
  const measured: string[] = [];
  let release = () => {};
  const held = { on: false };
  const sampler = new Sampler({
    settings: () => settings,
    firstModel: () => "small",
    power: options.power === false ? null : () => power,
    next: (_model, except) => left.find((run) => !except.has(run)) ?? null,
    measure: async (run, model, signal) => {
      if (options.fails && run === "r2") throw new Error("broken");
      if (held.on)
        await new Promise<void>((resolve, reject) => {
          release = resolve;
          signal.addEventListener("abort", () => reject(new Error("stopped")));
        });
      left.splice(left.indexOf(run), 1);
      measured.push(`${run} ${model}`);
    },
    clock: { now: () => new Date(now) },
    log: silentLog,
  });
  opened.push(sampler);
  return {
    sampler,
    settings,
    power,
    measured,
    held,
    release: () => release(),
    pass: (minutes: number) => (now += minutes * 60_000),
  };
};

describe("sampling in the background", () => {
  it("does nothing until it is switched on", async () => {
    const { sampler, measured, pass } = begin({ on: false });
    pass(60);
    await sampler.look();
    expect(measured).toEqual([]);
    expect(sampler.state()).toEqual({ on: false, model: "small", power: "known", state: "off" });
  });

  it("waits for five minutes without a turn and without a key, and then measures one answer per look", async () => {
    const { sampler, measured, power, pass } = begin();
    await sampler.look();
    pass(6);
    power.idleSeconds = 10;
    await sampler.look();
    expect(measured).toEqual([]);
    power.idleSeconds = 400;
    await sampler.look();
    expect(measured).toEqual(["r2 small"]);
    sampler.turn();
    await sampler.look();
    pass(6);
    await sampler.look();
    expect(measured).toEqual(["r2 small", "r1 small"]);
  });

  it("never measures on battery, and ends what runs when the cable is pulled", async () => {
    const { sampler, measured, power, held, pass } = begin();
    pass(6);
    power.onBattery = true;
    await sampler.look();
    expect(sampler.state().state).toBe("battery");
    power.onBattery = false;
    held.on = true;
    const work = sampler.look();
    expect(sampler.state().state).toBe("measuring");
    power.onBattery = true;
    await sampler.look();
    await work;
    expect(measured).toEqual([]);
  });

  it("ends when a turn begins", async () => {
    const { sampler, measured, held, pass } = begin();
    pass(6);
    held.on = true;
    const work = sampler.look();
    sampler.turn();
    await work;
    expect(measured).toEqual([]);
    expect(sampler.state().state).toBe("waiting");
  });

  it("says when the host cannot tell about mains and keys, and goes by turns then", async () => {
    const { sampler, measured, pass } = begin({ power: false });
    expect(sampler.state().power).toBe("unknown");
    pass(6);
    await sampler.look();
    expect(measured).toEqual(["r2 small"]);
  });

  it("goes on with the next answer when one cannot be judged", async () => {
    const { sampler, measured, pass } = begin({ fails: true });
    pass(6);
    await sampler.look();
    await sampler.look();
    await sampler.look();
    expect(measured).toEqual(["r1 small"]);
    expect(sampler.state().state).toBe("waiting");
  });
});
