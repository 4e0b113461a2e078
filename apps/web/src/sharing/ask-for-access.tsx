import type { MapId } from '@bough/base';
import { ASKED_LETTERS, sharingRoutes } from '@bough/contracts';
import { type FormEvent, useState } from 'react';
import { callUnsafe, useSession } from '../api/session.ts';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { SignInButton } from '../signing-in/sign-in.tsx';
import { language, words } from '../words/index.ts';
import { askWords } from '../words/screens/ask-words.ts';
import { sayDay } from '../words/when.ts';
import './ask.css';

/** Asks the owners of a map for access, whether there is such a map or not: nobody here knows. */
export function AskForAccess({ map }: { readonly map: MapId }) {
  const session = useSession();
  if (session.kind !== 'known') return null;
  const { person } = session.facts;
  return person === null || person.isGuest ? <SignInButton text={askWords().signIn} /> : <AskForm map={map} />;
}

function AskForm({ map }: { readonly map: MapId }) {
  const [asked, again] = useAnswer(sharingRoutes.askedForAccess, { map });
  const [message, setMessage] = useState('');
  const { isBusy, trouble, run } = useTask();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if ((await run(() => callUnsafe(sharingRoutes.askForAccess, { map }, { message }))) !== null) again();
  };
  if (asked.kind !== 'there') return null;
  const { at } = asked.value;
  if (at !== null) {
    return (
      <div className="ask-place">
        <p role="status">{askWords().asked(sayDay(at, language))}</p>
      </div>
    );
  }
  return (
    <div className="ask-place">
      <form className="ask" onSubmit={(event) => void send(event)}>
        <textarea
          className="field"
          rows={3}
          maxLength={ASKED_LETTERS}
          aria-label={askWords().message}
          placeholder={askWords().message}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <p className="hint">{askWords().told}</p>
        {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
        <button type="submit" className="button primary" disabled={isBusy}>
          {askWords().send}
        </button>
      </form>
    </div>
  );
}
