import { Check, Copy, FileInput } from "lucide-react";
import { type ComponentProps, lazy, Suspense, useState } from "react";
import { useIsCodeFenceIncomplete } from "streamdown";
import { IconButton } from "../ui/icon-button.tsx";
import { t } from "../ui/messages/index.ts";
import { useChatActions } from "./chat-actions.ts";
import { useHighlight } from "../ui/use-highlight.ts";
import markdownStyles from "./markdown.module.css";
import ui from "../ui/basics.module.css";

const Diagram = lazy(() => import("../ui/diagram.tsx"));

/** A fenced block: its language, and actions for code. Diagrams are drawn once they are complete. */
export const CodeBlock = ({ className, children }: ComponentProps<"code"> & { node?: unknown }) => {
  const language = /language-([\w+#./-]+)/.exec(className ?? "")?.[1] ?? "";
  const code = (typeof children === "string" ? children : "").replace(/\n$/, "");
  const incomplete = useIsCodeFenceIncomplete();
  const { apply } = useChatActions();
  const lines = useHighlight(code, language, incomplete);
  return (
    <figure className={markdownStyles.mdCode} aria-label={language || t.chat.code.text}>
      <figcaption>
        <span className={ui.grow}>{language || t.chat.code.text}</span>
        <CopyCode code={code} />
        <IconButton
          icon={FileInput}
          size={13}
          label={t.chat.code.apply}
          disabled={incomplete}
          onClick={() => apply(code)}
        />
      </figcaption>
      {language === "mermaid" && !incomplete ? (
        <Suspense fallback={<pre>{code}</pre>}>
          <Diagram source={code} />
        </Suspense>
      ) : (
        <pre tabIndex={0}>
          <code>{lines ?? code}</code>
        </pre>
      )}
    </figure>
  );
};

const CopyCode = ({ code }: { code: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <IconButton
      icon={copied ? Check : Copy}
      size={13}
      label={copied ? t.chat.code.copied : t.chat.code.copy}
      onClick={() => void copy()}
    />
  );
};
