import { memo, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { pagePalette } from "../export-svg.ts";
import type { TileLook } from "./tile-look.ts";
import styles from "./tile-canvas.module.css";

type Props = { looks: readonly TileLook[]; width: number; height: number };

/** Paints the tiles that are too small for a label like the others. The table shows the same for screen readers. */
export const TileCanvas = memo(({ looks, width, height }: Props) => {
  const ref = useRef<HTMLCanvasElement>(null);
  const theme = useSyncExternalStore(onTheme, () => document.documentElement.dataset["theme"]);
  const last = useRef<Painted | null>(null);
  useLayoutEffect(() => {
    const canvas = ref.current;
    const pen = canvas?.getContext("2d");
    if (!canvas || !pen) return;
    const scale = window.devicePixelRatio;
    const before = last.current;
    const isSameGround =
      before?.theme === theme &&
      before?.width === width &&
      before.height === height &&
      before.scale === scale;
    const inks = before?.theme === theme && before ? before.inks : inksOf(pen);
    last.current = { theme, width, height, scale, inks, looks };
    if (isSameGround && isSameTiles(before.looks, looks)) {
      // While a limit is dragged, tiles do not move, and few change their look.
      for (const [index, look] of looks.entries()) {
        if (isSameLook(before.looks[index], look)) continue;
        const { x, y, width: wide, height: high } = look.tile;
        pen.clearRect(x, y, wide, high);
        paint(pen, look, inks(look.colour));
      }
      return;
    }
    // Setting the size also clears the canvas.
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    for (const look of looks) paint(pen, look, inks(look.colour));
  }, [looks, width, height, theme]);
  return <canvas ref={ref} className={styles.mapCanvas} style={{ width, height }} aria-hidden="true" />;
});

/** What is on the canvas. */
type Painted = {
  readonly theme: string | undefined;
  readonly width: number;
  readonly height: number;
  /** Screen pixels per CSS pixel. */
  readonly scale: number;
  readonly inks: (colour: string) => Ink;
  readonly looks: readonly TileLook[];
};

const isSameTiles = (a: readonly TileLook[], b: readonly TileLook[]): boolean =>
  a.length === b.length && a.every(({ tile }, index) => tile === b[index]?.tile);

const isSameLook = (a: TileLook | undefined, b: TileLook): boolean =>
  a === b ||
  (a?.fate === b.fate && a.share === b.share && a.isComing === b.isComing && a.colour === b.colour);

type Ink = {
  readonly colour: string;
  readonly accent: string;
  readonly hatch: CanvasPattern | string;
  /** Opacities, 0 to 1. */
  readonly fill: number;
  readonly edge: number;
};

const paint = (pen: CanvasRenderingContext2D, { tile, fate, share, isComing }: TileLook, ink: Ink) => {
  const { x, y, width, height } = tile;
  const cut = fate === "out" ? height : height * share;
  pen.globalAlpha = isComing ? ink.fill / 2 : ink.fill;
  pen.fillStyle = ink.colour;
  if (fate !== "out") pen.fillRect(x, y, width, height - cut);
  pen.globalAlpha = 1;
  if (fate === "cut" && cut > 0) {
    pen.fillStyle = ink.hatch;
    pen.fillRect(x, y + height - cut, width, cut);
  }
  pen.globalAlpha = isComing ? 1 : fate === "out" ? OUTLINE : ink.edge;
  pen.strokeStyle = isComing ? ink.accent : ink.colour;
  pen.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
};

/** Opacity of the outline of what is left out: weaker than an edge, so that missing parts do not stand out most. */
const OUTLINE = 0.45;

const inksOf = (pen: CanvasRenderingContext2D) => {
  const palette = pagePalette();
  const share = (name: string) => Number.parseFloat(palette(name)) / 100;
  const known = new Map<string, Ink>();
  return (of: string): Ink => {
    const found = known.get(of);
    if (found) return found;
    const colour = palette(of);
    const ink: Ink = {
      colour,
      accent: palette("--accent"),
      hatch: hatchOf(pen, colour, share("--hatch")),
      fill: share("--tile-strong"),
      edge: share("--edge"),
    };
    known.set(of, ink);
    return ink;
  };
};

/** Diagonal lines that continue across the borders of the repeated square. */
const hatchOf = (pen: CanvasRenderingContext2D, colour: string, opacity: number): CanvasPattern | string => {
  const square = document.createElement("canvas");
  square.width = square.height = HATCH;
  const line = square.getContext("2d");
  if (!line) return colour;
  line.globalAlpha = opacity;
  line.strokeStyle = colour;
  line.lineWidth = 1.25;
  for (const shift of [-HATCH, 0, HATCH]) {
    line.moveTo(shift, HATCH);
    line.lineTo(shift + HATCH, 0);
  }
  line.stroke();
  return pen.createPattern(square, "repeat") ?? colour;
};

/** Pixels between lines along an edge, as in the hatching of the style sheet. */
const HATCH = 8;

const onTheme = (changed: () => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
};
