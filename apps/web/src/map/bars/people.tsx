import type { EditorSnapshot } from '@bough/editor';
import { words } from '../../words/index.ts';
import { firstLetters } from '../../words/letters.ts';

const SHOWN = 4;

/** Who else is here, as the first letters of their names in their colours. */
export function People({ people }: { readonly people: EditorSnapshot['people'] }) {
  if (people.length === 0) return null;
  const hidden = people.length - SHOWN;
  return (
    <ul className="people" aria-label={words.map.people(people.length)}>
      {people.slice(0, SHOWN).map((peer) => (
        <li key={peer.peer} className="person" data-hue={peer.hue} title={peer.name}>
          <span aria-hidden="true">{initialsOf(peer.name)}</span>
          <span className="unseen">{peer.name}</span>
        </li>
      ))}
      {hidden > 0 ? <li className="person more">+{hidden}</li> : null}
    </ul>
  );
}

/** Up to two first letters of the words of a name. */
function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => firstLetters(word, 1));
  const shown = letters.length > 2 ? [letters[0], letters.at(-1)] : letters;
  return shown.join('').toLocaleUpperCase();
}
