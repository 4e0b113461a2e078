import type { Editor, EditorSnapshot } from '@bough/editor';
import { lazy, useState } from 'react';
import { Face } from '../../faces-of-people/face.tsx';
import { Part } from '../../shell/part.tsx';
import { words } from '../../words/index.ts';
import { initialsOf } from '../following/initials.ts';

// Fetched when more are here than have room, and somebody asks for them.
const FollowMenu = lazy(async () => ({ default: (await import('../following/follow-menu.tsx')).FollowMenu }));

const SHOWN = 4;

/** Who else is here, as the first letters of their names in their colours; who is pressed is followed. */
export function People({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const { people, following } = snapshot;
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  if (people.length === 0) return null;
  const hidden = people.length - SHOWN;
  return (
    <ul className="people" aria-label={words.map.people(people.length)}>
      {people.slice(0, SHOWN).map(({ peer, person, name, hue }) => {
        const isFollowed = peer === following?.peer;
        return (
          <li key={peer}>
            <button
              type="button"
              className="person"
              data-hue={hue}
              title={words.map.follow(name)}
              aria-pressed={isFollowed}
              onClick={() => editor.follow(isFollowed ? null : peer)}
            >
              <span className="person-face" aria-hidden="true">
                <Face person={person} letters={initialsOf(name)} />
              </span>
              <span className="unseen">{name}</span>
            </button>
          </li>
        );
      })}
      {hidden > 0 ? (
        <li>
          <button
            type="button"
            className="person more"
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              const { right, bottom } = currentTarget.getBoundingClientRect();
              setMenuAt({ x: right, y: bottom + 4 });
            }}
          >
            +{hidden}
          </button>
        </li>
      ) : null}
      {menuAt === null ? null : (
        <Part takesKeys onFailed={() => setMenuAt(null)}>
          <FollowMenu {...{ editor, snapshot }} at={menuAt} onClose={() => setMenuAt(null)} />
        </Part>
      )}
    </ul>
  );
}
