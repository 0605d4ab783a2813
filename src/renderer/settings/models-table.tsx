import { useStore } from "zustand";
import { isServer, type ModelInfo } from "#shared/contract/providers.ts";
import { Button } from "../ui/button.tsx";
import { formatCount, readCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { formatWhen } from "../ui/when.ts";
import type { ProvidersStore } from "./providers-store.ts";
import { Input, Select } from "../ui/field.tsx";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import providersTableStyles from "./providers-table.module.css";
import styles from "./models-table.module.css";

/** Every model with its window and price. The servers are asked only when the user asks. */
export const ModelsTable = ({ store }: { store: ProvidersStore }) => {
  const { models, problems, asking, asked, askModels, providers, save } = useStore(store);
  const words = t.providers;
  const date = models.find(({ catalogueDate }) => catalogueDate !== null)?.catalogueDate;
  const addresses = new Map(providers.map(({ id, baseUrl }) => [id, baseUrl]));
  const kindOf = (model: ModelInfo) =>
    providers.find(({ id }) => id === model.provider)?.kind ?? ("builtin" as const);
  const setWindow = async (model: ModelInfo, tokens: number) => {
    const provider = providers.find(({ id }) => id === model.provider);
    if (!provider || !isServer(provider.kind) || !(tokens > 0) || tokens === model.window) return;
    const { id, name, baseUrl } = provider;
    await save({
      id,
      kind: provider.kind,
      name,
      baseUrl,
      windows: { ...provider.windows, [model.id]: tokens },
    });
  };
  const setSees = async (model: ModelInfo, sees: boolean) => {
    const provider = providers.find(({ id }) => id === model.provider);
    if (!provider || !isServer(provider.kind)) return;
    const { id, kind, name, baseUrl } = provider;
    if (isServer(kind))
      await save({ id, kind, name, baseUrl, pictures: { ...provider.pictures, [model.id]: sees } });
  };
  return (
    <div>
      <div className={classes(ui.row, styles.providersHead)}>
        <h3 className={ui.grow}>{words.models}</h3>
        <Button size="small" disabled={asking} onClick={() => void askModels()}>
          {asking ? words.testing : words.ask}
        </Button>
      </div>
      {problems.map(({ provider, message }) => (
        <p key={provider} className={classes(ui.small, ui.warn)}>
          {message}
        </p>
      ))}
      {providers
        .filter(({ kind }) => isServer(kind))
        .filter(({ id }) => !problems.some(({ provider }) => provider === id))
        .map(({ id, name }) => (
          <p key={id} className={classes(ui.quiet, ui.small)}>
            {asked[id] ? words.listed(name, formatWhen(asked[id])) : words.neverListed(name)}
          </p>
        ))}
      {models.length > 0 && (
        <table className={providersTableStyles.providersTable}>
          <thead>
            <tr>
              <th scope="col">{words.model}</th>
              <th scope="col">{words.window}</th>
              <th scope="col">{words.sees}</th>
              <th scope="col">{words.price}</th>
            </tr>
          </thead>
          <tbody>
            {models.map((model) => (
              <tr key={`${model.provider} ${model.id}`}>
                <th scope="row">{model.name}</th>
                <td>
                  {!isServer(kindOf(model)) ? (
                    <span className={ui.quiet}>
                      {model.window === null ? words.noWindow : formatCount(model.window)}
                    </span>
                  ) : (
                    <>
                      <Input
                        className={ui.num}
                        inputMode="numeric"
                        aria-label={words.ownWindow(model.name)}
                        defaultValue={model.window === null ? "" : formatCount(model.window)}
                        onBlur={(event) => void setWindow(model, readCount(event.currentTarget.value) ?? 0)}
                      />
                      <span className={ui.quiet}>{words.sources[model.windowSource]}</span>
                    </>
                  )}
                </td>
                <td>
                  <Sees model={model} isOfServer={isServer(kindOf(model))} onSay={setSees} />
                </td>
                <td className={ui.num}>
                  {priceOf(model, isServer(kindOf(model)), addresses.get(model.provider))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {date && <p className={classes(ui.quiet, ui.small)}>{words.catalogue(date)}</p>}
    </div>
  );
};

type SeesProps = {
  model: ModelInfo;
  isOfServer: boolean;
  onSay: (model: ModelInfo, sees: boolean) => Promise<void>;
};

/** Whether it sees pictures; the user's word counts where a server says nothing, or says it wrong. */
const Sees = ({ model, isOfServer, onSay }: SeesProps) => {
  const words = t.providers;
  const { sees } = model;
  if (!isOfServer) return <span className={ui.quiet}>{words.seeing.no}</span>;
  return (
    <Select
      aria-label={words.ownSight(model.name)}
      value={sees === null ? "unknown" : sees ? "yes" : "no"}
      onChange={(event) => void onSay(model, event.currentTarget.value === "yes")}
    >
      {sees === null && <option value="unknown">{words.sources.unknown}</option>}
      <option value="yes">{words.seeing.yes}</option>
      <option value="no">{words.seeing.no}</option>
    </Select>
  );
};

/** A local model costs nothing, whatever the catalogue says about it elsewhere. */
const priceOf = ({ price }: ModelInfo, isOfServer: boolean, address = ""): string => {
  if (!isOfServer || /^https?:\/\/(localhost|127\.|\[::1\])/.test(address)) return t.providers.free;
  if (!price) return t.providers.sources.unknown;
  return `$${formatCount(price.input)}, $${formatCount(price.output)}`;
};
