import { Streamdown } from "streamdown";
import { t } from "../ui/messages/index.ts";
import { parseFrontMatter } from "#shared/model/front-matter.ts";

/** The file as a person reads it. */
const ReadView = ({ text, name }: { text: string; name: string }) => (
  <div className="read-view" tabIndex={0} role="tabpanel" aria-label={t.editor.text(name)}>
    <Streamdown mode="static" className="prose" controls={false}>
      {text.slice(parseFrontMatter(text).offset)}
    </Streamdown>
  </div>
);

export default ReadView;
