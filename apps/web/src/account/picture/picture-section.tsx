import { err } from '@bough/base';
import { type PersonFacts, pictureRoutes } from '@bough/contracts';
import { lazy, useRef, useState, useSyncExternalStore } from 'react';
import { callUnsafe } from '../../api/session.ts';
import { Face } from '../../faces-of-people/face.tsx';
import { pictureChanged, pictureOf, watchPictures } from '../../faces-of-people/picture-store.ts';
import { PageSection } from '../../shell/page-frame.tsx';
import { Part } from '../../shell/part.tsx';
import { showToast } from '../../shell/messages/toast.tsx';
import { TroubleNote } from '../../shell/messages/trouble-note.tsx';
import { useTask } from '../../shell/use-task.ts';
import { firstLetters } from '../../words/letters.ts';
import { pictureWords } from '../../words/screens/picture-words.ts';
import { drawCrop, type NoPicture, readChosen } from './chosen-image.ts';
import type { Crop } from './crop.ts';
import './picture.css';

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }));

/** The picture by which others know a person: chosen, cropped, changed, and removed. */
export function PictureSection({ person }: { readonly person: PersonFacts }) {
  const said = pictureWords();
  const { image, wrong, choose, close } = useChosen();
  const { isBusy, trouble, run } = useTask();
  const done = (text: string) => {
    pictureChanged(person.id);
    showToast({ text });
  };
  const save = async (crop: Crop) => {
    if (image === null) return;
    const drawn = await drawCrop(image, crop);
    const saved = await run(async () =>
      drawn === null ? err({ kind: 'unreadable' }) : await callUnsafe(pictureRoutes.setPicture, {}, drawn),
    );
    close();
    if (saved !== null) done(said.saved);
  };
  const remove = async () => {
    if ((await run(() => callUnsafe(pictureRoutes.removePicture, {}, undefined))) !== null) done(said.removed);
  };
  return (
    <PageSection title={said.title}>
      <PictureRow {...{ person, isBusy }} onChoose={(file) => void choose(file)} onRemove={() => void remove()} />
      {wrong === null ? null : (
        <p className="trouble-note" role="alert">
          {said[wrong]}
        </p>
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={said.refused} />}
      {image === null ? null : (
        <Part takesKeys onFailed={close}>
          <CropDialog image={image} isBusy={isBusy} onSave={(crop) => void save(crop)} onClose={close} />
        </Part>
      )}
    </PageSection>
  );
}

/** The image that was chosen, until it is cropped; or why a file is none. */
function useChosen() {
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const [wrong, setWrong] = useState<NoPicture | null>(null);
  const choose = async (file: File) => {
    const found = await readChosen(file);
    setWrong(typeof found === 'string' ? found : null);
    if (typeof found !== 'string') setImage(found);
  };
  const close = () => {
    image?.close();
    setImage(null);
  };
  return { image, wrong, choose, close };
}

interface PictureRowProps {
  readonly person: PersonFacts;
  readonly isBusy: boolean;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
}

/** The picture as it is, and what can be done about it. */
function PictureRow({ person, isBusy, onChoose, onRemove }: PictureRowProps) {
  const said = pictureWords();
  const input = useRef<HTMLInputElement>(null);
  const hasPicture = useSyncExternalStore(watchPictures, () => pictureOf(person.id) !== null);
  return (
    <div className="picture-row">
      <span className="face-dot picture-large" data-hue={person.hue} aria-hidden="true">
        <Face person={person.id} letters={firstLetters(person.name.trim(), 1).toLocaleUpperCase()} />
      </span>
      <div className="picture-ways">
        <p className="hint">{said.text}</p>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={said.choose}
          hidden
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) onChoose(file);
            // The same file can be chosen once more.
            currentTarget.value = '';
          }}
        />
        <button type="button" className="button outlined" disabled={isBusy} onClick={() => input.current?.click()}>
          {hasPicture ? said.change : said.choose}
        </button>
        {hasPicture ? (
          <button type="button" className="button" disabled={isBusy} onClick={onRemove}>
            {said.remove}
          </button>
        ) : null}
      </div>
    </div>
  );
}
