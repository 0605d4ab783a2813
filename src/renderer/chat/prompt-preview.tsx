import type { Manifest } from "#shared/model/manifest.ts";
import { formatCount, formatTokens } from "../ui/format.ts";
import { layerColour } from "../ui/layer-colour.ts";
import { t } from "../ui/messages/index.ts";
import { WindowBar } from "../ui/window-bar.tsx";
import { Chip } from "../ui/chip.tsx";
import { Swatch } from "../ui/swatch.tsx";
import ui from "../ui/basics.module.css";
import { Card } from "../ui/card.tsx";
import styles from "./prompt-preview.module.css";

/** The window to scale: every layer of the prompt, the part reserved for the answer, and the free part. */
export const PromptPreview = ({ manifest }: { manifest: Manifest }) => {
  const { reservedOutput, free } = manifest.window;
  const layers = manifest.layers.filter((layer) => layer.tokens > 0);
  return (
    <Card className={styles.promptPreview} aria-label={t.chat.preview}>
      <header className={ui.row}>
        <h3 className={ui.grow}>{t.chat.preview}</h3>
        {!manifest.exact && <Chip kind="estimated">{t.chat.estimated}</Chip>}
      </header>
      <WindowBar manifest={manifest} />
      <table aria-label={t.chat.layers}>
        <tbody>
          {layers.map((layer) => (
            <tr key={layer.id}>
              <th scope="row">
                <Swatch of={layerColour(layer.id)} spaced />
                {t.budget.layers[layer.id] ?? layer.title}
              </th>
              <td>{formatTokens(layer.tokens, manifest.exact)}</td>
            </tr>
          ))}
          <tr className={ui.quiet}>
            <th scope="row">
              <Swatch of={{ window: "reserved" }} spaced />
              {t.chat.reserved}
            </th>
            <td>{formatCount(reservedOutput)}</td>
          </tr>
          <tr className={ui.quiet}>
            <th scope="row">
              <Swatch of={{ window: "free" }} spaced />
              {t.chat.free}
            </th>
            <td>{formatTokens(Math.max(0, free), manifest.exact)}</td>
          </tr>
        </tbody>
      </table>
    </Card>
  );
};
