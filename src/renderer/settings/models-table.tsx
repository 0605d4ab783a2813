import { useStore } from "zustand";
import type { ModelInfo } from "#shared/contract/providers.ts";
import { Button } from "../ui/button.tsx";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { formatWhen } from "../ui/when.ts";
import type { ProvidersStore } from "./providers-store.ts";

/** Every model with the window to count on and its price. The servers are asked when the person asks. */
export const ModelsTable = ({ store }: { store: ProvidersStore }) => {
  const { models, problems, asking, asked, askModels, providers, save } = useStore(store);
  const words = t.providers;
  const date = models.find(({ catalogueDate }) => catalogueDate !== null)?.catalogueDate;
  const addresses = new Map(providers.map(({ id, baseUrl }) => [id, baseUrl]));
  const setWindow = async (model: ModelInfo, tokens: number) => {
    const provider = providers.find(({ id }) => id === model.provider);
    if (!provider || provider.kind === "builtin" || !(tokens > 0) || tokens === model.window) return;
    const { id, kind, name, baseUrl } = provider;
    await save({ id, kind, name, baseUrl, windows: { ...provider.windows, [model.id]: tokens } });
  };
  return (
    <div>
      <div className="row providers-head">
        <h3 className="grow">{words.models}</h3>
        <Button size="small" disabled={asking} onClick={() => void askModels()}>
          {asking ? words.testing : words.ask}
        </Button>
      </div>
      {problems.map(({ provider, message }) => (
        <p key={provider} className="t12 providers-warning">
          {message}
        </p>
      ))}
      {providers
        .filter(({ kind }) => kind !== "builtin")
        .filter(({ id }) => !problems.some(({ provider }) => provider === id))
        .map(({ id, name }) => (
          <p key={id} className="s t12">
            {asked[id] ? words.listed(name, formatWhen(asked[id])) : words.neverListed(name)}
          </p>
        ))}
      {models.length > 0 && (
        <table className="providers-table">
          <thead>
            <tr>
              <th scope="col">{words.model}</th>
              <th scope="col">{words.window}</th>
              <th scope="col">{words.price}</th>
            </tr>
          </thead>
          <tbody>
            {models.map((model) => (
              <tr key={`${model.provider} ${model.id}`}>
                <th scope="row">{model.name}</th>
                <td>
                  {model.provider === "builtin" ? (
                    <span className="s">{words.noWindow}</span>
                  ) : (
                    <>
                      <input
                        className="field num"
                        type="number"
                        min={1}
                        aria-label={words.ownWindow(model.name)}
                        defaultValue={model.window ?? ""}
                        onBlur={(event) => void setWindow(model, event.currentTarget.valueAsNumber)}
                      />
                      <span className="s">{words.sources[model.windowSource]}</span>
                    </>
                  )}
                </td>
                <td className="num">{priceOf(model, addresses.get(model.provider))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {date && <p className="s t12">{words.catalogue(date)}</p>}
    </div>
  );
};

/** What runs here costs nothing, whatever the catalogue says of it elsewhere. */
const priceOf = ({ price, provider }: ModelInfo, address = ""): string => {
  if (provider === "builtin" || /^https?:\/\/(localhost|127\.|\[::1\])/.test(address))
    return t.providers.free;
  if (!price) return t.providers.sources.unknown;
  return `$${formatCount(price.input)}, $${formatCount(price.output)}`;
};
