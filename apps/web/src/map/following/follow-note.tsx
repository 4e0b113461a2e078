import type { PeerId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { X } from 'lucide-react';
import { useState } from 'react';
import { words } from '../../words/index.ts';
import { followingWords } from '../../words/screens/following-words.ts';
import './following.css';

interface FollowNoteProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
}

/** Whose view one has, around it, with the way out; or who presents, to be followed. */
export function FollowNote({ editor, snapshot }: FollowNoteProps) {
  const { people, following, present } = snapshot;
  const [unwanted, setUnwanted] = useState<PeerId | null>(null);
  const said = followingWords();
  const look = (peer: PeerId | null) => {
    editor.follow(peer);
    editor.focus();
  };
  if (following !== null) {
    const { name, hue, isHere } = following;
    return (
      <>
        <div className="follow-frame" data-hue={hue} />
        <p className="follow-note" role="status" data-hue={hue}>
          {isHere ? said.follows(name) : said.left(name)}
          <button type="button" className="button" onClick={() => look(null)}>
            {isHere ? said.stop : words.close}
          </button>
        </p>
      </>
    );
  }
  const presenter = people.find(({ peer, state }) => state.slide !== null && peer !== unwanted);
  if (presenter === undefined || present !== null) return null;
  const { peer, name, hue } = presenter;
  const leave = () => {
    setUnwanted(peer);
    editor.focus();
  };
  return (
    <p className="follow-note" role="status" data-hue={hue}>
      {said.presents(name)}
      <button type="button" className="button" onClick={() => look(peer)}>
        {said.watch}
      </button>
      <button type="button" className="button icon" aria-label={words.close} onClick={leave}>
        <X size={15} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </p>
  );
}
