import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bar, barChart } from "./bar-chart.ts";
import { type Figure, type Group, groups } from "./figures.ts";
import { numberIn, readResults, type Results } from "./read-results.ts";

/** Writes `docs/figures.md` and its charts from `bench/RESULTS.md`. */
export const makeFiguresPage = (top: string): void => {
  const results = readResults(readFileSync(join(top, "bench", "RESULTS.md"), "utf8"));
  const folder = join(top, "docs", "figures");
  mkdirSync(folder, { recursive: true });
  const charts = new Set(groups.map(({ name }) => `${name}.svg`));
  for (const name of readdirSync(folder))
    if (name.endsWith(".svg") && !charts.has(name)) rmSync(join(folder, name));
  for (const group of groups) writeFileSync(join(folder, `${group.name}.svg`), chartOf(results, group));
  const limits = readFileSync(join(import.meta.dirname, "limits.md"), "utf8");
  writeFileSync(join(top, "docs", "figures.md"), `${pageOf(results)}\n${limits}`);
};

export const pageOf = (results: Results): string => {
  const known = groups.filter((group) => isKnown(results, group));
  const aims = known.flatMap((group) =>
    group.figures.flatMap((figure) => (figure.aim ? [aimRow(results, group, figure)] : [])),
  );
  return [
    "# Figures",
    "",
    "Made by `npm run bench` (or `npm run bench:figures`, which measures nothing) from [bench/RESULTS.md](../bench/RESULTS.md), which says how each was measured. Dark bars are ours, grey ones a peer that does the same work, light ones a floor that the work cannot be without; a dashed line is the aim. Clock times of a busy machine say more about its neighbours; the sections say how busy it was.",
    "",
    "| figure | measured | aim | |",
    "| --- | --- | --- | --- |",
    ...aims,
    "",
    ...known.flatMap((group) => sectionOf(results, group)),
  ].join("\n");
};

const isKnown = (results: Results, { figures }: Group): boolean =>
  figures.every(({ value }) => results.has(value.section));

const sectionOf = (results: Results, group: Group): string[] => {
  const sections = new Set(group.figures.map(({ value }) => value.section));
  return [
    `## ${group.title}`,
    "",
    `![${group.figures.map((figure) => altOf(results, figure)).join("; ")}](figures/${group.name}.svg)`,
    "",
    ...[...sections].map((name) => `${results.get(name)?.title ?? name}: ${results.get(name)?.run ?? ""}`),
    "",
  ];
};

const aimRow = (results: Results, group: Group, figure: Figure): string => {
  const { aim, title, unit } = figure;
  if (!aim) return "";
  const value = valueOf(results, figure);
  const isMet = aim.at === "most" ? value <= aim.value : value >= aim.value;
  const missed = Math.round((aim.at === "most" ? value / aim.value - 1 : 1 - value / aim.value) * 100);
  const sign = aim.at === "most" ? "≤" : "≥";
  return `| ${group.title}: ${title} | ${shown(value, unit)} | ${sign} ${shown(aim.value, unit)} | ${isMet ? "met" : `**missed by ${missed} %**`} |`;
};

const chartOf = (results: Results, { title, figures }: Group): string =>
  barChart({
    title,
    groups: figures.map((figure) => ({
      title: figure.title,
      unit: figure.unit,
      ...(figure.aim ? { aim: figure.aim.value } : {}),
      bars: barsOf(results, figure),
    })),
  });

const barsOf = (results: Results, figure: Figure): Bar[] => {
  const bar = (label: string, kind: Bar["kind"], value: number): Bar => ({
    label,
    kind,
    value,
    text: shown(value, figure.unit),
  });
  return [
    bar("Satchel", "ours", valueOf(results, figure)),
    ...(figure.beside ?? []).map(({ name, kind, value }) => bar(name, kind, numberIn(results, value))),
  ];
};

const altOf = (results: Results, figure: Figure): string =>
  `${figure.title}: ${barsOf(results, figure)
    .map(({ label, text }) => `${label} ${text}`)
    .join(", ")}`;

const valueOf = (results: Results, { value, over }: Figure): number =>
  numberIn(results, value) / (over ? numberIn(results, over) : 1);

const MILLION = 1_000_000;

const shown = (value: number, unit: string): string => {
  if (value >= MILLION) return `${(value / MILLION).toFixed(1)} million ${unit}`;
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const number = value.toLocaleString("en", { maximumFractionDigits: digits });
  return unit === "×" ? `${number}×` : `${number} ${unit}`;
};
