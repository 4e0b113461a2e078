import type { Editor, EditorSnapshot } from '@bough/editor';
import { Face } from '../../faces-of-people/face.tsx';
import { Menu, MenuRow } from '../../shell/controls/menu.tsx';
import { followingWords } from '../../words/screens/following-words.ts';
import { initialsOf } from './initials.ts';
import './following.css';

interface FollowMenuProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** Everybody who is here, each to be followed. */
export function FollowMenu({ editor, snapshot: { people, following, self }, at, onClose }: FollowMenuProps) {
  const said = followingWords();
  return (
    <Menu at={{ ...at, edge: 'end' }} label={said.all} onClose={onClose}>
      {people.map(({ peer, person, name, hue, state }) => (
        <MenuRow
          key={peer}
          icon={
            <span className="person" data-hue={hue} aria-hidden="true">
              <Face person={person} letters={initialsOf(name)} />
            </span>
          }
          isChecked={peer === following?.peer}
          onChoose={() => {
            editor.follow(peer === following?.peer ? null : peer);
            onClose();
          }}
        >
          {name}
          {state.slide === null ? null : <span className="follow-fact">{said.presenting}</span>}
          {self !== null && state.follows === self ? <span className="follow-fact">{said.followsYou}</span> : null}
        </MenuRow>
      ))}
    </Menu>
  );
}
