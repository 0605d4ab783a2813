import { encodingName } from "#shared/model/encoding-name.ts";
import { Footprints } from "lucide-react";
import type { ReactNode } from "react";
import { isCountedOnly } from "#shared/model/layer.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { Button } from "../ui/button.tsx";
import { fileStatuses } from "#shared/model/file-status.ts";
import { filesText, formatCount, formatTokens } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { layerColour } from "../ui/layer-colour.ts";
import { t } from "../ui/messages/index.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { StatusGlyph } from "../ui/status-glyph.tsx";
import { WindowBar } from "../ui/window-bar.tsx";
import { cutText, outText } from "./missing-text.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Swatch } from "../ui/swatch.tsx";
import { classes } from "../ui/classes.ts";
import stepStyles from "./step.module.css";
import ui from "../ui/basics.module.css";
import styles from "./ready-step.module.css";

const words = t.start;

type Props = {
  agent: string;
  manifest: Manifest | null;
  searched: ProjectInfo["searched"];
  map: ReactNode;
  foot: ReactNode;
  onWhy: (segment: string) => void;
  onTour: () => void;
};

/** The sample's budget, to scale, before the first message. */
export const ReadyStep = ({ agent, manifest, searched, map, foot, onWhy, onTour }: Props) => (
  <section className={stepStyles.firstPage} aria-label={words.step(3)}>
    <div className={stepStyles.firstInner}>
      <h1>{words.readyTitle(agent)}</h1>
      <p className={stepStyles.firstLead}>{words.readyText}</p>
      {manifest ? (
        <Budget manifest={manifest} searched={searched} map={map} onWhy={onWhy} />
      ) : (
        <Skeleton label={words.readyText} rows={6} />
      )}
      <div className={styles.firstTour}>
        <Icon of={Footprints} size={15} />
        <span className={classes(ui.grow, ui.muted)}>{words.tourText}</span>
        <LinkButton className={ui.strong} onClick={onTour}>
          {words.tour}
        </LinkButton>
      </div>
    </div>
    {foot}
  </section>
);

type BudgetProps = Pick<Props, "searched" | "map" | "onWhy"> & { manifest: Manifest };

const Budget = ({ manifest, searched, map, onWhy }: BudgetProps) => {
  const { used, max } = manifest.window;
  const files = [...fileStatuses(manifest).values()];
  const of = (status: "in" | "cut" | "out") => files.filter((file) => file.status === status);
  const sent = of("in");
  const tokens = sent.reduce((sum, file) => sum + file.sent, 0);
  const cut = of("cut");
  const out = of("out");
  return (
    <div className={classes(styles.firstBudget, ui.num)}>
      <div className={styles.firstBudgetTop}>
        <div className={ui.row}>
          <b>{formatTokens(used, manifest.exact)}</b>
          <span className={classes(ui.grow, ui.muted)}>
            {words.of(formatCount(max), Math.round((100 * used) / max))}
          </span>
          <span className={classes(ui.quiet, ui.small)}>
            {encodingName(manifest.encoding)}, {manifest.exact ? words.exact : t.chat.estimated}
          </span>
        </div>
        <WindowBar manifest={manifest} />
        <ul className={styles.firstLegend}>
          {manifest.layers
            // A few tokens between the messages, which cannot be changed.
            .filter((layer) => layer.tokens > 0 && !isCountedOnly(layer.id))
            .map((layer) => (
              <li key={layer.id}>
                <Swatch of={layerColour(layer.id)} spaced />
                {t.budget.layers[layer.id] ?? layer.title} <b>{formatTokens(layer.tokens, manifest.exact)}</b>
              </li>
            ))}
        </ul>
        <div className={styles.firstMap}>{map}</div>
      </div>
      {(sent.length > 0 || searched.files === 0) && (
        <div className={styles.firstLine}>
          <StatusGlyph status="in" named={false} />
          <span className={ui.grow}>{words.sent(sent.length)}</span>
          <span className={classes(ui.quiet, ui.small)}>
            {words.tokens(formatTokens(tokens, manifest.exact))}
          </span>
        </div>
      )}
      {searched.files > 0 && (
        <div className={styles.firstLine}>
          <StatusGlyph status="ask" named={false} />
          <span className={ui.grow}>{words.searched(filesText(searched))}</span>
          <span className={classes(ui.quiet, ui.small)}>{words.upTo(formatCount(searched.budget))}</span>
        </div>
      )}
      {cut.length > 0 && (
        <div className={styles.firstLine}>
          <StatusGlyph status="cut" named={false} />
          <span className={ui.grow}>{cutText(cut)}</span>
          <Button size="small" onClick={() => onWhy(cut[0]?.segment.id ?? "")}>
            {words.fix}
          </Button>
        </div>
      )}
      {out.length > 0 && (
        <div className={styles.firstLine}>
          <StatusGlyph status="out" named={false} />
          <span className={ui.grow}>{outText(out)}</span>
          <Button size="small" onClick={() => onWhy(out[0]?.segment.id ?? "")}>
            {words.why}
          </Button>
        </div>
      )}
    </div>
  );
};
