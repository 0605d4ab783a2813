import type { Manifest } from "#shared/model/manifest.ts";
import { formatCount } from "../ui/format.ts";
import { layerColour } from "../ui/layer-colour.ts";
import { t } from "../ui/messages/index.ts";
import { WindowBar } from "../ui/window-bar.tsx";

/** The window to scale: every layer of the prompt, what is kept for the answer, and what is free. */
export const PromptPreview = ({ manifest }: { manifest: Manifest }) => {
  const { reservedOutput, free } = manifest.window;
  const layers = manifest.layers.filter((layer) => layer.tokens > 0);
  return (
    <section className="prompt-preview" aria-label={t.chat.preview}>
      <header className="row">
        <h3 className="grow">{t.chat.preview}</h3>
        {!manifest.exact && (
          <span className="chip" data-kind="estimated">
            {t.chat.estimated}
          </span>
        )}
      </header>
      <WindowBar manifest={manifest} />
      <table aria-label={t.chat.layers}>
        <tbody>
          {layers.map((layer) => (
            <tr key={layer.id}>
              <th scope="row">
                <i className="swatch" style={{ background: layerColour(layer.id) }} />
                {t.budget.layers[layer.id] ?? layer.title}
              </th>
              <td>{formatCount(layer.tokens)}</td>
            </tr>
          ))}
          <tr className="s">
            <th scope="row">
              <i className="swatch window-reserved" />
              {t.chat.reserved}
            </th>
            <td>{formatCount(reservedOutput)}</td>
          </tr>
          <tr className="s">
            <th scope="row">
              <i className="swatch window-free" />
              {t.chat.free}
            </th>
            <td>{formatCount(Math.max(0, free))}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
};
