import { err } from '@bough/base';
import { type PersonFacts, pictureRoutes } from '@bough/contracts';
import { type ChangeEvent, lazy, useRef, useState, useSyncExternalStore } from 'react';
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

/** One's own picture: chosen, cropped, changed, and removed. */
export function PictureSection({ person }: { readonly person: PersonFacts }) {
  const said = pictureWords();
  const input = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const [wrong, setWrong] = useState<NoPicture | null>(null);
  const hasPicture = useSyncExternalStore(watchPictures, () => pictureOf(person.id) !== null);
  const { isBusy, trouble, run } = useTask();
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // The same file can be chosen once more.
    const found = file === undefined ? null : await readChosen(file);
    if (input.current !== null) input.current.value = '';
    setWrong(typeof found === 'string' ? found : null);
    if (found !== null && typeof found !== 'string') setImage(found);
  };
  const close = () => {
    image?.close();
    setImage(null);
  };
  const save = async (crop: Crop) => {
    if (image === null) return;
    const drawn = await drawCrop(image, crop);
    const done = await run(async () =>
      drawn === null ? err({ kind: 'unreadable' }) : await callUnsafe(pictureRoutes.setPicture, {}, drawn),
    );
    close();
    if (done === null) return;
    pictureChanged(person.id);
    showToast({ text: said.saved });
  };
  const remove = async () => {
    if ((await run(() => callUnsafe(pictureRoutes.removePicture, {}, undefined))) === null) return;
    pictureChanged(person.id);
    showToast({ text: said.removed });
  };
  return (
    <PageSection title={said.title}>
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
            onChange={(event) => void choose(event)}
          />
          <button type="button" className="button outlined" disabled={isBusy} onClick={() => input.current?.click()}>
            {hasPicture ? said.change : said.choose}
          </button>
          {hasPicture ? (
            <button type="button" className="button" disabled={isBusy} onClick={() => void remove()}>
              {said.remove}
            </button>
          ) : null}
        </div>
      </div>
      {wrong === null ? null : (
        <p className="trouble-note" role="alert">
          {said[wrong]}
        </p>
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={said.refused} />}
      {image === null ? null : (
        <Part onFailed={close}>
          <CropDialog image={image} isBusy={isBusy} onSave={(crop) => void save(crop)} onClose={close} />
        </Part>
      )}
    </PageSection>
  );
}
