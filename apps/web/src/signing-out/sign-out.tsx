import type { PersonId } from '@bough/base';
import { everydayRoutes } from '@bough/contracts';
import { useEffect, useRef, useState } from 'react';
import { adoptSession, callUnsafe } from '../api/session.ts';
import { Dialog } from '../shell/messages/dialog.tsx';
import { LocalLink } from '../shell/controls/local-link.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { leavingWords } from '../words/screens/leaving-words.ts';
import { forgetPerson, type WaitingMap, waitingMaps } from './forget-person.ts';
import './sign-out.css';

interface SignOutProps {
  readonly person: PersonId;
  readonly isEverywhere?: boolean;
  readonly onClose: () => void;
}

/** Signs out and removes the person's maps from this browser; asks first when some of their work is nowhere else. */
export function SignOut({ person, isEverywhere = false, onClose }: SignOutProps) {
  const [waiting, setWaiting] = useState<readonly WaitingMap[]>([]);
  const { isBusy, trouble, run } = useTask();
  const isBegun = useRef(false);
  const leave = async () => {
    const route = isEverywhere ? everydayRoutes.signOutEverywhere : everydayRoutes.signOut;
    const left = await run(() => callUnsafe(route, {}, undefined));
    if (left === null) return;
    // The session is over in any case: what could not be removed must not keep the page from saying so.
    await forgetPerson(person).catch(() => undefined);
    onClose();
    adoptSession(left.value);
  };
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const begin = async () => {
      const found = await waitingMaps(person);
      if (found.length === 0) await leave();
      else setWaiting(found);
    };
    void begin();
  });
  if (waiting.length === 0 && trouble === null) return null;
  const count = waiting.reduce((sum, { changes }) => sum + changes, 0);
  return (
    <Dialog title={leavingWords().title} onClose={onClose}>
      {waiting.length === 0 ? null : <Waiting maps={waiting} count={count} />}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={leavingWords().failed} />}
      <div className="form-ways">
        <button type="button" className="button danger-full" disabled={isBusy} onClick={() => void leave()}>
          {count === 0 ? leavingWords().again : leavingWords().lose(count)}
        </button>
        <button type="button" className="button" data-first onClick={onClose}>
          {leavingWords().stay}
        </button>
      </div>
    </Dialog>
  );
}

function Waiting({ maps, count }: { readonly maps: readonly WaitingMap[]; readonly count: number }) {
  return (
    <>
      <p>{leavingWords().only(count)}</p>
      <p>{leavingWords().rescue(maps.length)}</p>
      <ul className="waiting-maps">
        {maps.map(({ map, title, changes }) => (
          <li key={map}>
            <LocalLink to={`/m/${map}`}>{title}</LocalLink>
            <span className="hint">{leavingWords().changes(changes)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
