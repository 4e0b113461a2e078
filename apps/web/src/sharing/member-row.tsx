import type { MapRole, Member } from '@bough/contracts';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { Face as FacePicture } from '../faces-of-people/face.tsx';
import { IconButton } from '../shell/controls/icon-button.tsx';
import { Select } from '../shell/controls/select.tsx';
import { firstLetters } from '../words/letters.ts';
import { language } from '../words/index.ts';
import { groupWords } from '../words/screens/group-words.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { sayDay } from '../words/when.ts';
import { EndChoice } from './end-choice.tsx';
import { rolesOf, type SharedThing } from './people-calls.ts';
import { TransferQuestion } from './transfer-part.tsx';

interface MemberRowProps {
  readonly of: SharedThing;
  readonly member: Member;
  readonly isMe: boolean;
  /** Whether one may change the access of others. */
  readonly isManaged: boolean;
  readonly onRole: (role: MapRole, until: number | null) => void;
  readonly onTransfer: () => void;
  readonly onRemove: () => void;
}

/** What is asked about somebody below their row. */
type Question = 'none' | 'end' | 'transfer';

/** Somebody who has access, and what may be changed about it. */
export function MemberRow({ of, member, isMe, isManaged, ...does }: MemberRowProps) {
  const { person, role, by } = member;
  const [question, setQuestion] = useState<Question>('none');
  const isFixed = !isManaged || isMe || by === 'folder' || by === 'group' || (of.kind === 'folder' && role === 'own');
  const answered = (deed: () => void) => {
    setQuestion('none');
    deed();
  };
  return (
    <>
      <li className="person-row">
        <Face member={member} />
        <PersonWords member={member} isMe={isMe} />
        {isFixed ? (
          <span className="hint person-role">{shareWords().role[role]}</span>
        ) : (
          <MemberControls {...{ of, member, question }} {...does} onQuestion={setQuestion} />
        )}
      </li>
      {question === 'end' ? (
        <EndChoice name={person.name} onEnd={(end) => answered(() => does.onRole(role, end))} />
      ) : null}
      {question === 'transfer' ? (
        <TransferQuestion
          name={person.name}
          onAsk={() => answered(does.onTransfer)}
          onCancel={() => setQuestion('none')}
        />
      ) : null}
    </>
  );
}

interface MemberControlsProps extends Pick<MemberRowProps, 'of' | 'member' | 'onRole' | 'onRemove'> {
  readonly question: Question;
  readonly onQuestion: (question: Question) => void;
}

function MemberControls({ of, member, question, onRole, onRemove, onQuestion }: MemberControlsProps) {
  const { person, role, until } = member;
  return (
    <>
      <Select
        className="role"
        aria-label={shareWords().roleOf(person.name)}
        options={of.kind === 'map' ? [...rolesOf(of), 'transfer' as const] : rolesOf(of)}
        names={{ ...shareWords().role, transfer: shareWords().transfer }}
        value={role}
        onChange={(next) => (next === 'transfer' ? onQuestion('transfer') : onRole(next, until))}
      />
      {of.kind === 'folder' || role === 'own' ? null : (
        <IconButton
          className="end-button"
          name={shareWords().setEnd(person.name)}
          aria-expanded={question === 'end'}
          onPress={() => onQuestion(question === 'end' ? 'none' : 'end')}
        >
          <CalendarClock size={18} strokeWidth={1.5} />
        </IconButton>
      )}
      <button type="button" className="button" aria-label={shareWords().removePerson(person.name)} onClick={onRemove}>
        {shareWords().remove}
      </button>
    </>
  );
}

interface EndedRowProps {
  readonly member: Member;
  readonly onRenew: (until: number | null) => void;
}

/** Somebody whose access has ended: they stay in the list until it is renewed. */
export function EndedRow({ member, onRenew }: EndedRowProps) {
  const { person, role, until, group } = member;
  const [isEnding, setEnding] = useState(false);
  return (
    <>
      <li className="person-row">
        <Face member={member} isWaiting />
        <span className="row-words">
          <span className="cut">{person.name}</span>
          <span className="hint cut">
            {shareWords().role[role]}. {shareWords().endedOn(sayDay((until ?? 0) - 1, language))}
          </span>
          {group === null ? null : <span className="hint">{groupWords().staysOut(group.name)}</span>}
        </span>
        <button
          type="button"
          className="button"
          aria-label={shareWords().renewFor(person.name)}
          aria-expanded={isEnding}
          onClick={() => setEnding(!isEnding)}
        >
          {shareWords().renew}
        </button>
      </li>
      {isEnding ? <EndChoice name={person.name} onEnd={onRenew} /> : null}
    </>
  );
}

/** The person's name, and what is known about their access. */
function PersonWords({ member, isMe }: { readonly member: Member; readonly isMe: boolean }) {
  const { person, email, isGuest, until } = member;
  const facts = [email ?? (isGuest ? shareWords().guest : ''), wayOf(member)].filter((each) => each !== '');
  return (
    <span className="row-words">
      <span className="cut">{isMe ? `${person.name} (${shareWords().you})` : person.name}</span>
      {until === null ? (
        <span className="hint cut">{facts.join(', ')}</span>
      ) : (
        <span className="hint">
          {facts.map((fact) => `${fact}, `).join('')}
          {/* The end of a day is the first moment of the next. */}
          <span className="end-day">{shareWords().until(sayDay(until - 1, language))}</span>
        </span>
      )}
    </span>
  );
}

/** The person's picture, or their first letter in their colour. */
export function Face({
  member: { person },
  isWaiting = false,
}: {
  readonly member: Pick<Member, 'person'>;
  readonly isWaiting?: boolean;
}) {
  return (
    <span className={isWaiting ? 'face-dot is-waiting' : 'face-dot'} data-hue={person.hue} aria-hidden="true">
      <FacePicture person={person.id} letters={firstLetters(person.name.trim(), 1).toLocaleUpperCase()} />
    </span>
  );
}

function wayOf({ by, group }: Pick<Member, 'by' | 'group'>): string {
  switch (by) {
    case 'person':
      return '';
    case 'link':
      return shareWords().byLink;
    case 'folder':
      return shareWords().byFolder;
    case 'group':
      return shareWords().byGroup(group?.name ?? '');
  }
}
