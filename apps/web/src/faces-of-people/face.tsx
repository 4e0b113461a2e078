import type { PersonId } from '@bough/base';
import { useEffect, useSyncExternalStore } from 'react';
import './face.css';
import { pictureOf, showPicture, watchPictures } from './picture-store.ts';

/** The person's picture in place of their first letters, where they have one; null: nobody has yet said who they are. */
export function Face({ person, letters }: { readonly person: PersonId | null; readonly letters: string }) {
  const picture = useSyncExternalStore(watchPictures, () => (person === null ? null : pictureOf(person)));
  useEffect(() => (person === null ? undefined : showPicture(person)), [person]);
  return picture === null ? letters : <img className="face-picture" src={picture} alt="" draggable={false} />;
}
