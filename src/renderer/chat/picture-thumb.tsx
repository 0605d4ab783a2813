import { ImageOff } from "lucide-react";
import { useEffect, useState } from "react";
import { type Picture, pictureSize } from "#shared/model/picture.ts";
import { visiblePath } from "#shared/model/visible-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/messages/index.ts";
import styles from "./picture-thumb.module.css";

/** A picture's bytes as a data address; rejects when it is not there any more. */
export type ReadPicture = (sha256: string) => Promise<string>;

type Props = { picture: Picture; read: ReadPicture };

/** A small view of an attached picture; a click shows the whole. */
export const PictureThumb = ({ picture, read }: Props) => {
  const [shown, setShown] = useState<{ readonly sha256: string; readonly src: string | null } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { sha256 } = picture;
  useEffect(() => {
    let isWanted = true;
    const show = (src: string | null) => {
      if (isWanted) setShown({ sha256, src });
    };
    read(sha256).then(show, () => show(null));
    return () => {
      isWanted = false;
    };
  }, [read, sha256]);
  const name = visiblePath(picture.name.slice(picture.name.lastIndexOf("/") + 1));
  const label = t.chat.composer.picture(name, pictureSize(picture));
  const src = shown?.sha256 === sha256 ? shown.src : undefined;
  if (src === null) {
    return (
      <span className={styles.gone} title={t.chat.composer.pictureGone(name)}>
        <Icon of={ImageOff} size={13} />
        {name}
      </span>
    );
  }
  return (
    <>
      <button
        type="button"
        className={styles.thumb}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        {src !== undefined && <img src={src} alt="" width={picture.width} height={picture.height} />}
      </button>
      {src !== undefined && (
        <Dialog.Root open={isOpen} onOpenChange={setOpen}>
          <Dialog.Portal>
            <Dialog.Overlay />
            <Dialog.Content className={styles.large} aria-describedby={undefined}>
              <Dialog.Title>{label}</Dialog.Title>
              <img
                className={styles.whole}
                src={src}
                alt={name}
                width={picture.width}
                height={picture.height}
              />
              <Dialog.Actions>
                <Dialog.Close asChild>
                  <Button>{t.chat.composer.closePicture}</Button>
                </Dialog.Close>
              </Dialog.Actions>
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
      )}
    </>
  );
};
