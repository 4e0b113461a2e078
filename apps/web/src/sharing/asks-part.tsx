import type { MapId } from '@bough/base';
import { type AccessAsk, type LinkRole, sharingRoutes } from '@bough/contracts';
import { useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { lookAtBell } from '../bell/bell-store.ts';
import { Select } from '../shell/controls/select.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { Face } from './member-row.tsx';
import { LINK_ROLES } from './people-calls.ts';

interface AsksPartProps {
  readonly map: MapId;
  readonly asks: readonly AccessAsk[];
  readonly onChanged: () => void;
}

/** Who asks for access, for owners to allow or decline. */
export function AsksPart({ map, asks, onChanged }: AsksPartProps) {
  const { isBusy, trouble, run } = useTask();
  if (asks.length === 0) return null;
  const answered = () => {
    // What marks that somebody asks goes with it.
    lookAtBell();
    onChanged();
  };
  const allow = async ({ id }: AccessAsk, role: LinkRole) => {
    const body = { role, until: null };
    if ((await run(() => callUnsafe(sharingRoutes.grantAsked, { map, ask: id }, body))) !== null) answered();
  };
  const decline = async ({ id }: AccessAsk) => {
    if ((await run(() => callUnsafe(sharingRoutes.refuseAsked, { map, ask: id }, undefined))) !== null) answered();
  };
  return (
    <section className="asks">
      <h3 className="hint">{shareWords().asks}</h3>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      <ul className="people-rows" aria-label={shareWords().asks} aria-busy={isBusy}>
        {asks.map((ask) => (
          <AskRow
            key={ask.id}
            ask={ask}
            isBusy={isBusy}
            onAllow={(role) => void allow(ask, role)}
            onDecline={() => void decline(ask)}
          />
        ))}
      </ul>
    </section>
  );
}

interface AskRowProps {
  readonly ask: AccessAsk;
  readonly isBusy: boolean;
  readonly onAllow: (role: LinkRole) => void;
  readonly onDecline: () => void;
}

function AskRow({ ask, isBusy, onAllow, onDecline }: AskRowProps) {
  const [role, setRole] = useState<LinkRole>('view');
  const { person, email, message } = ask;
  return (
    <li className="person-row ask-row">
      <Face member={ask} isWaiting />
      <span className="row-words">
        <span className="cut">{person.name}</span>
        <span className="hint cut">{email}</span>
        {message === '' ? null : <span className="ask-message">{message}</span>}
      </span>
      <span className="ask-ways">
        <Select
          className="role"
          aria-label={shareWords().roleOf(person.name)}
          options={LINK_ROLES}
          names={shareWords().role}
          value={role}
          onChange={setRole}
        />
        <button
          type="button"
          className="button primary"
          aria-label={shareWords().allowPerson(person.name)}
          disabled={isBusy}
          onClick={() => onAllow(role)}
        >
          {shareWords().allow}
        </button>
        <button
          type="button"
          className="button"
          aria-label={shareWords().declinePerson(person.name)}
          disabled={isBusy}
          onClick={onDecline}
        >
          {shareWords().decline}
        </button>
      </span>
    </li>
  );
}
