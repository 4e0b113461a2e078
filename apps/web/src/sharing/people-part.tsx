import type { PersonId, Result } from '@bough/base';
import type { Invitation, MapGroup, Member } from '@bough/contracts';
import type { ReactNode } from 'react';
import type { Trouble } from '../api/api.ts';
import { useSession } from '../api/session.ts';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { language, words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { sayDay } from '../words/when.ts';
import { GroupRow } from './group-row.tsx';
import type { GroupSheet } from './group-sheet.tsx';
import { InviteForm } from './invite-form.tsx';
import { EndedRow, MemberRow } from './member-row.tsx';
import { askToOwn, remove, rolesOf, setRole, type SharedThing, withdraw } from './people-calls.ts';

interface PeoplePartProps {
  readonly of: SharedThing;
  readonly members: readonly Member[];
  /** Whose access has ended. */
  readonly ended?: readonly Member[];
  /** What lets them in nevertheless: what is told of it. */
  readonly stillOpen?: readonly string[];
  readonly invitations: readonly Invitation[];
  /** Groups that have a role. */
  readonly groups?: readonly MapGroup[];
  /** Where groups are made and changed; absent: there are none here. */
  readonly sheet?: GroupSheet;
  /** Whether one may change the access of others. */
  readonly isManaged?: boolean;
  readonly mayInvite?: boolean;
  /** What stands below the form. */
  readonly children?: ReactNode;
  readonly onChanged: () => void;
}

/** Invites people, and shows who is there, with what they may do. */
export function PeoplePart(props: PeoplePartProps) {
  const { of, members, ended = [], stillOpen = [], invitations, groups = [], sheet } = props;
  const { isManaged = true, mayInvite = true, children, onChanged } = props;
  const session = useSession();
  const me = session.kind === 'known' ? (session.facts.person?.id ?? null) : null;
  const { isBusy, trouble, run } = useTask();
  const change = async (work: () => Promise<Result<undefined, Trouble>>) => {
    await run(work);
    onChanged();
  };
  const renew = (each: Member, end: number | null) => void change(() => setRole(of, each.person.id, each.role, end));
  const takeOut = (person: PersonId) => void change(() => remove(of, person));
  // Who is here by a group stands inside it; the reader sees themselves.
  const inGroup = (member: Member) => groups.some(({ id }) => id === member.group?.id);
  return (
    <>
      {mayInvite ? <InviteForm of={of} roles={rolesOf(of, isManaged)} sheet={sheet} onInvited={onChanged} /> : null}
      {children}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      <ul className="people-rows" aria-label={shareWords().part.people} aria-busy={isBusy}>
        {members
          .filter((member) => member.person.id === me || !inGroup(member))
          .map((member) => (
            <MemberRow
              key={member.person.id}
              of={of}
              member={member}
              isMe={member.person.id === me}
              isManaged={isManaged}
              onRole={(role, until) => void change(() => setRole(of, member.person.id, role, until))}
              onTransfer={() => of.kind === 'map' && void change(() => askToOwn(of.map, member.person.id))}
              onRemove={() => takeOut(member.person.id)}
            />
          ))}
        {of.kind === 'map' && sheet !== undefined
          ? groups.map((group) => (
              <GroupRow
                key={group.id}
                map={of.map}
                group={group}
                everybody={members}
                isManaged={isManaged || (group.isMine && mayInvite)}
                onRemove={isManaged ? takeOut : null}
                isIn={members.some((member) => member.person.id === me && member.group?.id === group.id)}
                onEdit={() => sheet.edit(group.id)}
                onChanged={onChanged}
              />
            ))
          : null}
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onWithdraw={() => void change(() => withdraw(of, invitation.id))}
          />
        ))}
      </ul>
      <EndedPart ended={ended} stillOpen={stillOpen} onRenew={renew} />
    </>
  );
}

function InvitationRow({
  invitation,
  onWithdraw,
}: {
  readonly invitation: Invitation;
  readonly onWithdraw: () => void;
}) {
  const { email, role, until, expiresAt } = invitation;
  return (
    <li className="person-row">
      <span className="face-dot is-waiting" aria-hidden="true" />
      <span className="row-words">
        <span className="cut">{email}</span>
        <span className="hint">
          {until === null ? shareWords().role[role] : `${shareWords().role[role]}, ${shareWords().until(dayOf(until))}`}
          . {shareWords().waiting(dayOf(expiresAt))}
        </span>
      </span>
      <button type="button" className="button" aria-label={shareWords().withdrawFrom(email)} onClick={onWithdraw}>
        {shareWords().withdraw}
      </button>
    </li>
  );
}

/** The last day of what ends then. */
function dayOf(end: number): string {
  return sayDay(end - 1, language);
}

interface EndedPartProps extends Required<Pick<PeoplePartProps, 'ended' | 'stillOpen'>> {
  readonly onRenew: (member: Member, until: number | null) => void;
}

function EndedPart({ ended, stillOpen, onRenew }: EndedPartProps) {
  if (ended.length === 0) return null;
  return (
    <section className="links">
      <h3 className="hint">{shareWords().ended}</h3>
      <ul className="people-rows" aria-label={shareWords().ended}>
        {ended.map((member) => (
          <EndedRow key={member.person.id} member={member} onRenew={(until) => onRenew(member, until)} />
        ))}
      </ul>
      {stillOpen.map((each) => (
        <p key={each} className="hint">
          {each}
        </p>
      ))}
    </section>
  );
}
