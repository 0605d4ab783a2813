import { type ComponentProps, useEffect, useState } from "react";
import { linkedPath } from "../ui/linked-path.ts";
import { t } from "../ui/messages/index.ts";
import { classes } from "../ui/classes.ts";
import { Link } from "./note-link.tsx";
import type { Picture } from "./page-context.ts";
import { usePage } from "./use-page.ts";
import ui from "../ui/basics.module.css";
import styles from "./read-view.module.css";

/** `![text](address)`: a picture of the project. Looking at a file fetches nothing from elsewhere. */
export const NotePicture = ({ src, alt }: ComponentProps<"img">) => {
  const { path } = usePage();
  const address = typeof src === "string" ? src : "";
  if (/^data:image\/(?:png|jpeg|gif|webp|avif);/.test(address)) return <img src={address} alt={alt ?? ""} />;
  const file = linkedPath(path, address);
  if (file === null) return <Link href={address}>{alt || address}</Link>;
  return <ProjectPicture path={file} alt={alt ?? ""} width={null} />;
};

type Props = { path: string; alt: string; width: number | null };

export const ProjectPicture = ({ path, alt, width }: Props) => {
  const { picture: load } = usePage();
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    let left = false;
    void load(path).then((loaded) => left || setPicture(loaded));
    return () => {
      left = true;
    };
  }, [path, load]);
  if (!picture) return <span className={classes(ui.quiet, ui.small)}>{t.editor.note.loading(path)}</span>;
  if ("failure" in picture) {
    return (
      <span className={classes(ui.muted, ui.small)} role="note">
        {picture.failure}
      </span>
    );
  }
  return (
    <img
      className={styles.picture}
      src={picture.url}
      alt={alt || picture.name}
      {...(width !== null && { width })}
    />
  );
};
