import type { MapId, PersonId, Result } from '@bough/base';
import { folderRoutes, type Invitation, type MapRole, type Member, sharingRoutes } from '@bough/contracts';
import { type FormEvent, useState } from 'react';
import type { Trouble } from '../api/api.ts';
import { callUnsafe, useSession } from '../api/session.ts';
import { Select } from '../shell/controls/select.tsx';
import { showToast } from '../shell/messages/toast.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useTask } from '../shell/use-task.ts';
import { language, words } from '../words/index.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { firstLetters } from '../words/letters.ts';
import { sayDay } from '../words/when.ts';

/** What people are invited to. */
export type SharedThing =
  | { readonly kind: 'map'; readonly map: MapId }
  | { readonly kind: 'folder'; readonly folder: string };

interface PeoplePartProps {
  readonly of: SharedThing;
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  readonly onChanged: () => void;
}

/** Invites people, and shows who is there, with what they may do. */
export function PeoplePart({ of, members, invitations, onChanged }: PeoplePartProps) {
  const session = useSession();
  const me = session.kind === 'known' ? (session.facts.person?.id ?? null) : null;
  const { isBusy, trouble, run } = useTask();
  const change = async (work: () => Promise<Result<undefined, Trouble>>) => {
    await run(work);
    onChanged();
  };
  return (
    <>
      <InviteForm of={of} onInvited={onChanged} />
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
      <ul className="people-rows" aria-label={shareWords().part.people} aria-busy={isBusy}>
        {members.map((member) => (
          <MemberRow
            key={member.person.id}
            of={of}
            member={member}
            isMe={member.person.id === me}
            onRole={(role) => void change(() => setRole(of, member.person.id, role))}
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
    </>
  );
}

function InviteForm({ of, onInvited }: { readonly of: SharedThing; readonly onInvited: () => void }) {
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
          options={rolesOf(of)}
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

interface MemberRowProps {
  readonly of: SharedThing;
  readonly member: Member;
  readonly isMe: boolean;
  readonly onRole: (role: MapRole) => void;
  readonly onRemove: () => void;
}

function MemberRow({ of, member, isMe, onRole, onRemove }: MemberRowProps) {
  const { person, email, isGuest, role, by } = member;
  const isFixed = isMe || by === 'folder' || (of.kind === 'folder' && role === 'own');
  return (
    <li className="person-row">
      <span className="face-dot" data-hue={person.hue} aria-hidden="true">
        {firstLetters(person.name.trim(), 1).toLocaleUpperCase()}
      </span>
      <span className="row-words">
        <span className="cut">{isMe ? `${person.name} (${shareWords().you})` : person.name}</span>
        <span className="hint cut">
          {[email ?? (isGuest ? shareWords().guest : ''), wayOf(by)].filter((each) => each !== '').join(', ')}
        </span>
      </span>
      {isFixed ? (
        <span className="hint person-role">{shareWords().role[role]}</span>
      ) : (
        <>
          <Select
            className="role"
            aria-label={shareWords().roleOf(person.name)}
            options={rolesOf(of)}
            names={shareWords().role}
            value={role}
            onChange={onRole}
          />
          <button
            type="button"
            className="button"
            aria-label={shareWords().removePerson(person.name)}
            onClick={onRemove}
          >
            {shareWords().remove}
          </button>
        </>
      )}
    </li>
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

function wayOf(by: Member['by']): string {
  switch (by) {
    case 'person':
      return '';
    case 'link':
      return shareWords().byLink;
    case 'folder':
      return shareWords().byFolder;
  }
}

const MAP_ROLES: readonly MapRole[] = ['view', 'comment', 'edit', 'own'];
const FOLDER_ROLES: readonly Exclude<MapRole, 'own'>[] = ['view', 'comment', 'edit'];

function rolesOf(of: SharedThing): readonly MapRole[] {
  return of.kind === 'map' ? MAP_ROLES : FOLDER_ROLES;
}

function folderRole(role: MapRole): Exclude<MapRole, 'own'> {
  return FOLDER_ROLES.find((each) => each === role) ?? 'edit';
}

function invite(of: SharedThing, email: string, role: MapRole): Promise<Result<Invitation, Trouble>> {
  return of.kind === 'map'
    ? callUnsafe(sharingRoutes.inviteToMap, { map: of.map }, { email, role })
    : callUnsafe(folderRoutes.inviteToFolder, { folder: of.folder }, { email, role: folderRole(role) });
}

function setRole(of: SharedThing, person: PersonId, role: MapRole): Promise<Result<undefined, Trouble>> {
  return of.kind === 'map'
    ? callUnsafe(sharingRoutes.setMember, { map: of.map, person }, { role })
    : callUnsafe(folderRoutes.setFolderMember, { folder: of.folder, person }, { role: folderRole(role) });
}

function remove(of: SharedThing, person: PersonId): Promise<Result<undefined, Trouble>> {
  return of.kind === 'map'
    ? callUnsafe(sharingRoutes.removeMember, { map: of.map, person }, undefined)
    : callUnsafe(folderRoutes.removeFolderMember, { folder: of.folder, person }, undefined);
}

function withdraw(of: SharedThing, invitation: string): Promise<Result<undefined, Trouble>> {
  return of.kind === 'map'
    ? callUnsafe(sharingRoutes.withdrawInvitation, { map: of.map, invitation }, undefined)
    : callUnsafe(folderRoutes.withdrawFolderInvitation, { folder: of.folder, invitation }, undefined);
}
