import type { Agent } from "#shared/contract/agents.ts";
import { t } from "../ui/messages/index.ts";
import type { FieldKind, FieldSpec } from "./field.tsx";
import type { Section } from "./form.tsx";

type Offers = Readonly<Record<"profiles" | "models" | "providers", readonly string[]>>;

/** The keys of agents.yaml, in the order a person thinks of them. */
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
  const offered = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const optional = { optional: true };
  // A profile that is named but not there stays visible, so that saving something else does not change it.
  const profiles = offers.profiles.includes(agent.profile)
    ? offers.profiles
    : [...offers.profiles, agent.profile];
  return [
    {
      title: words.sections.who,
      fields: [
        field("displayName", "text"),
        field("domain", "text", optional),
        field("scope", "choice", {
          options: (["main", "shared"] as const).map((value) => ({ value, label: words.scopes[value] })),
        }),
      ],
    },
    {
      title: words.sections.model,
      fields: [
        field("provider", "text", { ...optional, options: offered(offers.providers) }),
        field("model", "text", { ...optional, options: offered(offers.models) }),
        field("maxContextTokens", "count", { ...optional, placeholder: words.ofTheModel }),
        field("maxOutputTokens", "count", { ...optional, placeholder: words.ofTheModel }),
      ],
    },
    {
      title: words.sections.prompt,
      fields: [
        field("profile", "choice", { options: offered(profiles) }),
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
      fields: [field("allowedTools", "words", optional), field("allowedDelegates", "words")],
    },
  ];
};
