/** Bars, those of one unit on a common scale, as an SVG of its own that follows the reader's light or dark theme. */
export type Bar = {
  readonly label: string;
  readonly value: number;
  readonly kind: "ours" | "peer" | "floor";
  readonly text: string;
};

export type Chart = { readonly title: string; readonly groups: readonly BarGroup[] };

type BarGroup = {
  readonly title: string;
  readonly unit: string;
  readonly aim?: number;
  readonly bars: readonly Bar[];
};

const WIDTH = 720;
const LABELS = 250;
const VALUES = 150;
const ROW = 22;
const GROUP = 26;
const TOP = 34;

export const barChart = ({ title, groups }: Chart): string => {
  const largestOf = (unit: string) =>
    Math.max(
      ...groups
        .filter((group) => group.unit === unit)
        .flatMap(({ aim = 0, bars }) => [aim, ...bars.map(({ value }) => value)]),
    );
  let y = TOP;
  const parts: string[] = [];
  for (const { title: name, unit, aim, bars } of groups) {
    const largest = largestOf(unit);
    const x = (value: number) => (largest > 0 ? (value / largest) * (WIDTH - LABELS - VALUES) : 0);
    parts.push(`<text x="0" y="${y + 16}" class="group">${escaped(name)}</text>`);
    y += GROUP;
    const from = y;
    for (const { label, value, kind, text } of bars) {
      const width = Math.max(1, x(value));
      parts.push(
        `<text x="${LABELS - 8}" y="${y + 14}" text-anchor="end" class="label">${escaped(label)}</text>`,
        `<rect x="${LABELS}" y="${y + 3}" width="${width.toFixed(1)}" height="${ROW - 8}" rx="2" class="${kind}"/>`,
        // Not on the line of the aim.
        `<text x="${(LABELS + Math.max(width, x(aim ?? 0)) + 6).toFixed(1)}" y="${y + 14}" class="value">${escaped(text)}</text>`,
      );
      y += ROW;
    }
    if (aim !== undefined) {
      const at = (LABELS + x(aim)).toFixed(1);
      parts.push(
        `<line x1="${at}" y1="${from}" x2="${at}" y2="${y - 2}" class="aim"><title>Aim</title></line>`,
      );
    }
    y += 6;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="${escaped(title)}">
<style>${STYLE}</style>
<rect width="${WIDTH}" height="${y}" class="ground"/>
<text x="0" y="20" class="title">${escaped(title)}</text>
${parts.join("\n")}
</svg>
`;
};

const STYLE = `
text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600;font-size:15px}.group{font-weight:600}
.label{fill:#59636e}.value{font-variant-numeric:tabular-nums}.ground{fill:#fff}
.ours{fill:#2f6f4f}.peer{fill:#8c959f}.floor{fill:#d0d7de}.aim{stroke:#bc4c00;stroke-width:2;stroke-dasharray:4 3}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.label{fill:#9198a1}.ground{fill:#0d1117}
.ours{fill:#5fbf8f}.peer{fill:#6e7681}.floor{fill:#3d444d}.aim{stroke:#f0883e}}
`.replaceAll("\n", "");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
