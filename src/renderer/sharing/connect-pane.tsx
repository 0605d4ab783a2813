import { useState } from "react";
import { type ConnectProgram, connectSnippets } from "#shared/model/connect-snippet.ts";
import { Button } from "../ui/button.tsx";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { Segmented } from "../ui/segmented.tsx";
import ui from "../ui/basics.module.css";
import styles from "./connect-pane.module.css";

const words = t.sharing;

/** Ready-made texts for the settings of other programs. */
export const ConnectPane = ({ folder }: { folder: string }) => {
  const snippets = connectSnippets(folder);
  const [program, setProgram] = useState<ConnectProgram>("claude-code");
  const shown = snippets.find((each) => each.program === program);
  const options = snippets.map((each) => ({ value: each.program, label: each.name }));
  return (
    <div className={styles.connect}>
      <Segmented label={words.programs} value={program} options={options} onChange={setProgram} />
      {shown && (
        <>
          <Snippet title={words.into(shown.file)} name={shown.name} file={shown.file} text={shown.text} />
          {shown.hook && <Snippet title={words.hook(shown.hook.file)} name={shown.name} {...shown.hook} />}
        </>
      )}
    </div>
  );
};

type SnippetProps = { title: string; name: string; file: string; text: string };

const Snippet = ({ title, name, file, text }: SnippetProps) => {
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => notify(words.copied),
      () => notify(words.notCopied, { kind: "bad" }),
    );
  return (
    <section className={styles.snippet}>
      <header className={styles.head}>
        <p className={ui.grow}>{title}</p>
        <Button size="small" aria-label={words.copyOf(name, file)} onClick={copy}>
          {words.copy}
        </Button>
      </header>
      <pre className={styles.text}>{text}</pre>
    </section>
  );
};
