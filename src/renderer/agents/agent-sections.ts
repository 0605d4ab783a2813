import type { Agent } from "#shared/contract/agents.ts";
import type { ToolChoices } from "#shared/contract/tools.ts";
import { efforts } from "#shared/model/sampling.ts";
import { t } from "../ui/messages/index.ts";
import type { DelegateChoices } from "./delegates-field.tsx";
import type { FieldKind, FieldSpec } from "./field.tsx";
import type { Section } from "./form.tsx";

type Offer = { readonly value: string; readonly label: string };
type Offers = Readonly<Record<"profiles" | "models" | "providers", readonly Offer[]>> & {
  readonly tools: ToolChoices | null;
  readonly delegates: DelegateChoices | null;
};

/** The keys of agents.yaml, in an order that makes sense to people. */
export const agentSections = (agent: Agent, offers: Offers): readonly Section[] => {
  const words = t.agents;
  const field = (
    key: keyof typeof words.fields,
    kind: FieldKind,
    more: Partial<FieldSpec> = {},
  ): FieldSpec => ({
    key,
    kind,
    label: words.fields[key].label,
    hint: words.fields[key].hint,
    ...more,
  });
  const optional = { optional: true };
  return [
    {
      title: words.sections.who,
      fields: [
        field("displayName", "text"),
        field("domain", "text", optional),
        field("scope", "choice", {
          options: (["main", "shared"] as const).map((value) => ({ value, label: words.scopes[value] })),
        }),
        field("suggestedQuestions", "lines"),
      ],
    },
    {
      title: words.sections.model,
      fields: [
        field("provider", "choice", {
          ...optional,
          options: [{ value: "", label: words.anyProvider }, ...withNamed(offers.providers, agent.provider)],
        }),
        field("model", "text", { ...optional, options: offers.models, placeholder: words.ofTheProject }),
        field("maxContextTokens", "count", { ...optional, placeholder: words.ofTheModel }),
        field("maxOutputTokens", "count", { ...optional, placeholder: words.ofTheModel }),
        field("sampling.temperature", "number", { ...optional, placeholder: words.ofTheServer }),
        field("sampling.topP", "number", { ...optional, placeholder: words.ofTheServer }),
        field("sampling.effort", "choice", {
          ...optional,
          options: [
            { value: "", label: words.ofTheServer },
            ...efforts.map((value) => ({ value, label: words.efforts[value] })),
          ],
        }),
        field("sampling.seed", "number", { ...optional, placeholder: words.anySeed }),
        field("sampling.stop", "lines", optional),
      ],
    },
    {
      title: words.sections.prompt,
      fields: [
        field("profile", "choice", { options: withNamed(offers.profiles, agent.profile) }),
        field("systemPromptTemplate", "long"),
      ],
    },
    {
      title: words.sections.files,
      fields: [
        field("workspace", "text"),
        field("workspaceFiles.includeTags", "words"),
        field("workspaceFiles.exclude", "lines"),
        field("additionalContextFiles", "lines"),
        field("workspaceGit.enabled", "flag"),
        field("transcriptsDir", "text", optional),
      ],
    },
    {
      title: words.sections.memory,
      fields: [field("memory.enabled", "flag"), field("memory.extract", "flag")],
    },
    {
      title: words.sections.tools,
      fields: [
        field("allowedTools", "tools", { tools: offers.tools }),
        field("allowedDelegates", "delegates", { delegates: offers.delegates }),
      ],
    },
  ];
};

/** A named but missing item stays visible, so that saving something else does not remove it. */
const withNamed = (offers: readonly Offer[], named: string | null): readonly Offer[] =>
  named === null || offers.some(({ value }) => value === named)
    ? offers
    : [...offers, { value: named, label: named }];
