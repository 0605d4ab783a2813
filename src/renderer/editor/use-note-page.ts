import { useEffect, useMemo, useState } from "react";
import type { Client } from "#shared/contract/index.ts";
import type { Segment } from "#shared/model/manifest.ts";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import type { Page } from "./page-context.ts";
import { PageFiles } from "./page-files.ts";

type Options = Pick<Page, "path" | "onOpen" | "onMissing" | "onTick" | "onWhy"> & {
  readonly client: Client;
  /** Project-relative folder of the workspace, `.` for the project itself. */
  readonly workspace: string;
  readonly cut: Segment | null;
  readonly exact: boolean;
  readonly agent: string;
};

/** What the page of one file can ask for. */
export const useNotePage = (options: Options): Page => {
  const { client, workspace, path, cut, exact, agent, onOpen, onMissing, onTick, onWhy } = options;
  const [generation, setGeneration] = useState(0);
  useEffect(
    () =>
      client.on("workspace.changed", ({ changes }) => {
        if (changes.some(({ kind }) => kind !== "changed")) setGeneration((count) => count + 1);
      }),
    [client],
  );
  const files = useMemo(() => new PageFiles(client, workspace, generation), [client, workspace, generation]);
  useEffect(() => () => files.close(), [files]);
  return useMemo(() => {
    const { find, readNote, picture } = files;
    const cutText = cut && cutWords(cut, exact, agent);
    return { path, chain: [], onOpen, onMissing, onTick, onWhy, find, readNote, picture, cutText };
  }, [path, onOpen, onMissing, onTick, onWhy, files, cut, exact, agent]);
};

const cutWords = (cut: Segment, exact: boolean, agent: string) => {
  const [sent, raw] = [formatTokens(cut.sent.tokens, exact), formatTokens(cut.raw.tokens, exact)];
  const reason = cut.reason ? t.budget.reasons[cut.reason] : "";
  return { title: t.editor.cut(agent), size: `${t.editor.cutSize(sent, raw)} ${reason}` };
};
