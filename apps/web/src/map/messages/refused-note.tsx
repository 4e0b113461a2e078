import type { Editor, EditorSnapshot } from '@bough/editor';
import { lazy } from 'react';
import { Part } from '../../shell/part.tsx';
import { sayUndone, undoneWords } from '../../words/screens/undone-words.ts';
import { LostWays } from './lost-ways.tsx';
import { lostWords } from './lost-words.ts';
import { undoneDeeds } from './undone-deeds.ts';
import './refused-note.css';

// Fetched when a server was restored.
const RestoredNote = lazy(async () => ({ default: (await import('./restored-note.tsx')).RestoredNote }));

interface RefusedNoteProps {
  readonly editor: Editor;
  readonly refused: EditorSnapshot['refused'];
}

/** So many are named; nobody reads more. */
const MOST = 4;

/** Own changes that the map will never have: what they were to do, why they did not, and what was written in them, until the person has seen it. */
export function RefusedNote({ editor, refused }: RefusedNoteProps) {
  if (refused[0]?.reason === 'restored')
    return (
      <Part onFailed={() => undefined}>
        <RestoredNote editor={editor} refused={refused} />
      </Part>
    );
  return <UndoneNote editor={editor} refused={refused.filter(({ reason }) => reason !== 'restored')} />;
}

function UndoneNote({ editor, refused }: RefusedNoteProps) {
  const [first] = refused;
  if (first === undefined) return null;
  const said = undoneWords();
  const deeds = undoneDeeds(refused, (id) => editor.textOf(id));
  const text = lostWords(refused).join('\n');
  const reasons = new Set(refused.map(({ reason }) => said.because[isKnown(reason) ? reason : 'other']));
  const ways = first.reason === 'denied' ? said.ask : text === '' ? said.again : said.copyIt;
  return (
    <div className="refused-note" role="alert">
      <strong>{said.title(deeds.length)}</strong>
      <ul>
        {deeds.slice(0, MOST).map((deed, at) => (
          <li key={at}>
            {sayUndone(deed)}
            {deed.id === null ? null : (
              <button type="button" className="button" onClick={() => deed.id !== null && editor.show(deed.id)}>
                {said.show}
              </button>
            )}
          </li>
        ))}
        {deeds.length > MOST ? <li>{said.more(deeds.length - MOST)}</li> : null}
      </ul>
      <p>
        {[...reasons].join(' ')} {ways}
      </p>
      {text === '' ? null : <blockquote>{text}</blockquote>}
      <LostWays editor={editor} refused={refused} text={text} said={said} />
    </div>
  );
}

function isKnown(
  reason: RefusedNoteProps['refused'][number]['reason'],
): reason is 'cycle' | 'missing' | 'limit' | 'denied' {
  return reason === 'cycle' || reason === 'missing' || reason === 'limit' || reason === 'denied';
}
