import type { MapId, PersonId } from '@bough/base';
import { groupRoutes, type LinkRole, type MapGroup, type Member } from '@bough/contracts';
import { ChevronDown, ChevronRight, Users } from 'lucide-react';
import { useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { Select } from '../shell/controls/select.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { groupWords } from '../words/screens/group-words.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { Face } from './member-row.tsx';
import { LINK_ROLES } from './people-calls.ts';

interface GroupRowProps {
  readonly map: MapId;
  readonly group: MapGroup;
  /** Who may open the map; those of its people who have opened it by the group are among them. */
  readonly everybody: readonly Member[];
  /** Whether one may change what it has. */
  readonly isManaged: boolean;
  /** Whether the reader has the map by it. */
  readonly isIn: boolean;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
  /** Keeps one of its people out of the map; null: one may not. */
  readonly onRemove: ((person: PersonId) => void) | null;
}

/** A group that has a role on the map; it unfolds to its people. */
export function GroupRow({ map, group, everybody, isManaged, isIn, onEdit, onChanged, onRemove }: GroupRowProps) {
  const { id, name, people, by, isMine } = group;
  const [isOpen, setOpen] = useState(false);
  const { isBusy, trouble, run } = useTask();
  const give = async (next: LinkRole) => {
    await run(() => callUnsafe(groupRoutes.giveToGroup, { map, group: id }, { role: next }));
    onChanged();
  };
  const take = async () => {
    await run(() => callUnsafe(groupRoutes.takeFromGroup, { map, group: id }, undefined));
    onChanged();
  };
  const facts = [groupWords().people(people), ...(isMine || by === null ? [] : [groupWords().by(by.name)])];
  const Fold = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <li className="person-row" aria-busy={isBusy}>
        <span className="face-dot is-group" aria-hidden="true">
          <Users size={16} strokeWidth={1.5} />
        </span>
        <button
          type="button"
          className="row-words group-fold"
          aria-expanded={isOpen}
          aria-label={groupWords().show(name)}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="cut">
            {name} <Fold size={14} strokeWidth={1.5} aria-hidden="true" />
          </span>
          <span className="hint cut">{facts.join(', ')}</span>
        </button>
        <GroupControls group={group} isManaged={isManaged} onGive={give} onTake={take} />
      </li>
      {trouble === null ? null : (
        <li>
          <TroubleNote trouble={trouble} />
        </li>
      )}
      {isOpen ? (
        <li className="group-inside">
          {isMine ? (
            <OwnPeople {...{ group: id, everybody, onEdit, onRemove }} />
          ) : (
            <OthersPeople
              people={people}
              members={everybody.filter((member) => member.group?.id === id)}
              onRemove={onRemove}
            />
          )}
          {isIn ? <LeaveGroup group={group} onLeft={onChanged} /> : null}
        </li>
      ) : null}
    </>
  );
}

interface GroupControlsProps extends Pick<GroupRowProps, 'group' | 'isManaged'> {
  readonly onGive: (role: LinkRole) => Promise<void>;
  readonly onTake: () => Promise<void>;
}

function GroupControls({ group: { name, role }, isManaged, onGive, onTake }: GroupControlsProps) {
  if (!isManaged) return <span className="hint person-role">{shareWords().role[role]}</span>;
  return (
    <>
      <Select
        className="role"
        aria-label={groupWords().roleOf(name)}
        options={LINK_ROLES}
        names={shareWords().role}
        value={role}
        onChange={(next) => void onGive(next)}
      />
      <button
        type="button"
        className="button"
        aria-label={groupWords().removeGroup(name)}
        onClick={() => void onTake()}
      >
        {shareWords().remove}
      </button>
    </>
  );
}

interface OwnPeopleProps extends Pick<GroupRowProps, 'everybody' | 'onEdit' | 'onRemove'> {
  readonly group: string;
}

/** Everybody in one's own group: by name who has opened the map, by address who has not. */
function OwnPeople({ group, everybody, onEdit, onRemove }: OwnPeopleProps) {
  const [loaded, again] = useAnswer(groupRoutes.readGroup, { group });
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'failed') {
    return <TroubleNote trouble={loaded.trouble} what={groupWords().oneFailed} onRetry={again} />;
  }
  const { addresses } = loaded.value;
  const known = new Map(everybody.map((member) => [member.email, member]));
  return (
    <>
      <ul className="group-list">
        {addresses.map((email) => {
          const member = known.get(email);
          if (member?.group?.id === group)
            return <Person key={email} member={member} hint={email} onRemove={onRemove} />;
          return (
            <li key={email} className="group-person">
              {member === undefined ? <span className="face-dot is-waiting" /> : <Face member={member} />}
              <span className="row-words">
                <span className="cut">{member?.person.name ?? email}</span>
                {member === undefined ? null : (
                  <span className="hint cut">
                    {email}, {shareWords().role[member.role]}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {addresses.length === 0 ? <p className="hint">{groupWords().nobody}</p> : null}
      <button type="button" className="plain" onClick={onEdit}>
        {groupWords().edit}
      </button>
    </>
  );
}

interface PersonProps extends Pick<GroupRowProps, 'onRemove'> {
  readonly member: Member;
  /** What is said below the name; '': nothing. */
  readonly hint: string;
}

/** Somebody who has opened the map by the group. */
function Person({ member, hint, onRemove }: PersonProps) {
  const { id, name } = member.person;
  return (
    <li className="group-person">
      <Face member={member} />
      <span className="row-words">
        <span className="cut">{name}</span>
        {hint === '' ? null : <span className="hint cut">{hint}</span>}
      </span>
      {onRemove === null ? null : (
        <button
          type="button"
          className="button"
          aria-label={shareWords().removePerson(name)}
          onClick={() => onRemove(id)}
        >
          {shareWords().remove}
        </button>
      )}
    </li>
  );
}

interface OthersPeopleProps extends Pick<GroupRowProps, 'onRemove'> {
  readonly people: number;
  readonly members: readonly Member[];
}

/** Of somebody else's group: who has opened the map by it, and how many have not. */
function OthersPeople({ people, members, onRemove }: OthersPeopleProps) {
  const others = people - members.length;
  return (
    <>
      <ul className="group-list">
        {members.map((member) => (
          <Person key={member.person.id} member={member} hint="" onRemove={onRemove} />
        ))}
      </ul>
      {members.length === 0 ? <p className="hint">{groupWords().noneOpened}</p> : null}
      {members.length > 0 && others > 0 ? <p className="hint">{groupWords().others(others)}</p> : null}
    </>
  );
}

/** Asks before, since it is more than this map. */
function LeaveGroup({ group: { id, name }, onLeft }: { readonly group: MapGroup; readonly onLeft: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, trouble, run } = useTask();
  const leave = async () => {
    if ((await run(() => callUnsafe(groupRoutes.leaveGroup, { group: id }, undefined))) !== null) onLeft();
  };
  if (!isAsked) {
    return (
      <button type="button" className="plain" aria-label={groupWords().leaveNamed(name)} onClick={() => setAsked(true)}>
        {groupWords().leave}
      </button>
    );
  }
  return (
    <div className="transfer">
      <p>{groupWords().leaveText(name)}</p>
      <button type="button" className="button outlined danger" disabled={isBusy} onClick={() => void leave()}>
        {groupWords().leave}
      </button>
      <button type="button" className="button" onClick={() => setAsked(false)}>
        {groupWords().cancel}
      </button>
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
    </div>
  );
}
