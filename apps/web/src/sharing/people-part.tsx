import type { Result } from '@bough/base';
import type { Invitation, MapRole, Member } from '@bough/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Trouble } from '../api/api.ts';
import { useSession } from '../api/session.ts';
import { Select } from '../shell/controls/select.tsx';
import { showToast } from '../shell/messages/toast.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { language, words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { sayDay } from '../words/when.ts';
import { EndedRow, MemberRow } from './member-row.tsx';
import { askToOwn, invite, remove, rolesOf, setRole, type SharedThing, withdraw } from './people-calls.ts';

interface PeoplePartProps {
  readonly of: SharedThing;
  readonly members: readonly Member[];
  /** Whose access has ended. */
  readonly ended?: readonly Member[];
  readonly invitations: readonly Invitation[];
  /** Whether one may change the access of others. */
  readonly isManaged?: boolean;
  readonly mayInvite?: boolean;
  /** What stands below the form. */
  readonly children?: ReactNode;
  readonly onChanged: () => void;
}

/** Invites people, and shows who is there, with what they may do. */
export function PeoplePart(props: PeoplePartProps) {
  const { of, members, ended = [], invitations, isManaged = true, mayInvite = true, children, onChanged } = props;
  const session = useSession();
  const me = session.kind === 'known' ? (session.facts.person?.id ?? null) : null;
  const { isBusy, trouble, run } = useTask();
  const change = async (work: () => Promise<Result<undefined, Trouble>>) => {
    await run(work);
    onChanged();
  };
  return (
    <>
      {mayInvite ? <InviteForm of={of} roles={rolesOf(of, isManaged)} onInvited={onChanged} /> : null}
      {children}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      <ul className="people-rows" aria-label={shareWords().part.people} aria-busy={isBusy}>
        {members.map((member) => (
          <MemberRow
            key={member.person.id}
            of={of}
            member={member}
            isMe={member.person.id === me}
            isManaged={isManaged}
            onRole={(role, until) => void change(() => setRole(of, member.person.id, role, until))}
            onTransfer={() => of.kind === 'map' && void change(() => askToOwn(of.map, member.person.id))}
            onRemove={() => void change(() => remove(of, member.person.id))}
          />
        ))}
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onWithdraw={() => void change(() => withdraw(of, invitation.id))}
          />
        ))}
      </ul>
      {ended.length === 0 ? null : (
        <section className="links">
          <h3 className="hint">{shareWords().ended}</h3>
          <ul className="people-rows" aria-label={shareWords().ended}>
            {ended.map((member) => (
              <EndedRow
                key={member.person.id}
                member={member}
                onRenew={(until) => void change(() => setRole(of, member.person.id, member.role, until))}
                onRemove={() => void change(() => remove(of, member.person.id))}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface InviteFormProps {
  readonly of: SharedThing;
  readonly roles: readonly MapRole[];
  readonly onInvited: () => void;
}

function InviteForm({ of, roles, onInvited }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [role, setRoleWish] = useState<MapRole>('edit');
  const { isBusy, trouble, run } = useTask();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    if ((await run(() => invite(of, address, role))) === null) return;
    setEmail('');
    showToast({ text: shareWords().invited(address) });
    onInvited();
  };
  return (
    <form className="invite" onSubmit={(event) => void send(event)}>
      <div className="invite-row">
        <input
          className="field"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          autoFocus
          aria-label={shareWords().email}
          placeholder={shareWords().email}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Select
          className="role"
          aria-label={shareWords().roleOf(email.trim() === '' ? shareWords().email : email.trim())}
          options={roles}
          names={shareWords().role}
          value={role}
          onChange={setRoleWish}
        />
        <button type="submit" className="button primary" disabled={isBusy}>
          {shareWords().invite}
        </button>
      </div>
      <p className="hint">{shareWords().inviteText}</p>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
    </form>
  );
}

function InvitationRow({
  invitation,
  onWithdraw,
}: {
  readonly invitation: Invitation;
  readonly onWithdraw: () => void;
}) {
  const { email, role, expiresAt } = invitation;
  return (
    <li className="person-row">
      <span className="face-dot is-waiting" aria-hidden="true" />
      <span className="row-words">
        <span className="cut">{email}</span>
        <span className="hint cut">
          {shareWords().role[role]}. {shareWords().waiting(sayDay(expiresAt, language))}
        </span>
      </span>
      <button type="button" className="button" aria-label={shareWords().withdrawFrom(email)} onClick={onWithdraw}>
        {shareWords().withdraw}
      </button>
    </li>
  );
}
