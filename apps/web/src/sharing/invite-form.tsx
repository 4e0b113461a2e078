import type { MapId } from '@bough/base';
import { type GroupEntry, groupRoutes, type MapRole } from '@bough/contracts';
import { type ComponentProps, type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { Select } from '../shell/controls/select.tsx';
import { showToast } from '../shell/messages/toast.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { words } from '../words/index.ts';
import { groupWords } from '../words/screens/group-words.ts';
import { shareWords } from '../words/screens/share-words.ts';
import { type ChosenEnd, EndFields, endOf } from './end-choice.tsx';
import type { GroupSheet } from './group-sheet.tsx';
import { invite, LINK_ROLES, type SharedThing } from './people-calls.ts';

interface InviteFormProps {
  readonly of: SharedThing;
  readonly roles: readonly MapRole[];
  /** Absent: groups are not invited here. */
  readonly sheet?: GroupSheet | undefined;
  readonly onInvited: () => void;
}

/** Invites people by their address, to a map also groups by their name. */
export function InviteForm({ of, sheet, ...others }: InviteFormProps) {
  if (of.kind === 'map' && sheet !== undefined) return <MapInvite of={of} map={of.map} sheet={sheet} {...others} />;
  return <Field of={of} groups={[]} {...others} />;
}

interface MapInviteProps extends InviteFormProps {
  readonly map: MapId;
  readonly sheet: GroupSheet;
}

function MapInvite({ sheet, ...others }: MapInviteProps) {
  const [loaded, again] = useAnswer(groupRoutes.listGroups, {});
  const groups = loaded.kind === 'there' ? loaded.value.groups : [];
  return (
    <div className="invite">
      <Field {...others} groups={groups} typed={sheet.made?.name ?? ''} />
      {loaded.kind === 'failed' ? (
        <TroubleNote trouble={loaded.trouble} what={groupWords().failed} onRetry={again} />
      ) : null}
      <button type="button" className="plain new-group" onClick={() => sheet.edit(null)}>
        {groupWords().fresh}
      </button>
    </div>
  );
}

interface FieldProps extends Omit<InviteFormProps, 'sheet'> {
  readonly groups: readonly GroupEntry[];
  readonly typed?: string;
}

function Field({ of, roles, groups, typed: first = '', onInvited }: FieldProps) {
  const [typed, setTyped] = useState(first);
  const [role, setRoleWish] = useState<MapRole>('edit');
  const [end, setEnd] = useState(NO_END);
  const [isUnknown, setUnknown] = useState(false);
  const { isBusy, trouble, run } = useTask();
  const name = typed.trim();
  const group = groups.find((each) => each.name.toLowerCase() === name.toLowerCase()) ?? null;
  const mayBe = group === null ? roles : LINK_ROLES;
  const given = mayBe.find((each) => each === role) ?? 'edit';
  // Folders and groups have no end, and an owner's access has none.
  const mayEnd = of.kind === 'map' && group === null && given !== 'own';
  const until = mayEnd ? endOf(end) : null;
  const write = (text: string) => {
    setTyped(text);
    setUnknown(false);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (group === null && !name.includes('@')) return setUnknown(true);
    if (until === 'none') return;
    const isDone =
      group !== null && of.kind === 'map'
        ? await run(() => give(of.map, group.id, given))
        : await run(() => invite(of, name, given, until));
    if (isDone === null) return;
    write('');
    setEnd(NO_END);
    showToast({ text: group === null ? shareWords().invited(name) : groupWords().shared(group.name) });
    onInvited();
  };
  return (
    <form className="invite" onSubmit={(event) => void send(event)}>
      <div className="invite-row">
        <GroupField groups={groups} typed={typed} onTyped={write} />
        <Select
          className="role"
          aria-label={shareWords().roleOf(name === '' ? shareWords().email : name)}
          options={mayBe}
          names={shareWords().role}
          value={given}
          onChange={setRoleWish}
        />
        <button type="submit" className="button primary" disabled={isBusy || until === 'none'}>
          {group === null ? shareWords().invite : groupWords().share}
        </button>
      </div>
      {mayEnd ? <EndRow chosen={end} onChange={setEnd} /> : null}
      <p className="hint">{group === null ? shareWords().inviteText : groupWords().shareText}</p>
      {isUnknown ? (
        <p className="trouble-note" role="alert">
          {groupWords().noSuch}
        </p>
      ) : null}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.problems.unexpected} />}
    </form>
  );
}

function EndRow(props: Omit<ComponentProps<typeof EndFields>, 'label'>) {
  return (
    <div className="invite-end">
      <span className="hint">{shareWords().accessEnds}</span>
      <EndFields label={shareWords().accessEnds} {...props} />
    </div>
  );
}

const NO_END: ChosenEnd = { ending: 'never', date: '' };

function give(map: MapId, group: string, role: MapRole) {
  const given = LINK_ROLES.find((each) => each === role) ?? 'edit';
  return callUnsafe(groupRoutes.giveToGroup, { map, group }, { role: given });
}

const SHOWN = 5;

interface GroupFieldProps {
  readonly groups: readonly GroupEntry[];
  readonly typed: string;
  readonly onTyped: (text: string) => void;
}

/** The field; while a name is typed, the groups that it may be stand below it: arrows choose, Enter takes one. */
function GroupField({ groups, typed, onTyped }: GroupFieldProps) {
  const [at, setAt] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const text = typed.trim().toLowerCase();
  const fits = groups.filter(({ name }) => name.toLowerCase().includes(text) && name.toLowerCase() !== text);
  const shown = isOpen && text !== '' ? fits.slice(0, SHOWN) : [];
  const take = (name: string) => {
    onTyped(name);
    setOpen(false);
    setAt(-1);
  };
  const keys = (event: KeyboardEvent) => {
    const chosen = shown[at];
    if (shown.length === 0) return;
    if (event.key === 'ArrowDown') setAt((at + 1) % shown.length);
    else if (event.key === 'ArrowUp') setAt((at <= 0 ? shown.length : at) - 1);
    else if (event.key === 'Enter' && chosen !== undefined) take(chosen.name);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const hasGroups = groups.length > 0;
  const label = hasGroups ? groupWords().field : shareWords().email;
  return (
    <span className="invite-field">
      <input
        className="field"
        type={hasGroups ? 'text' : 'email'}
        inputMode="email"
        required
        maxLength={254}
        autoComplete="off"
        autoFocus
        role={hasGroups ? 'combobox' : undefined}
        aria-expanded={hasGroups ? shown.length > 0 : undefined}
        aria-controls={hasGroups ? id : undefined}
        aria-autocomplete={hasGroups ? 'list' : undefined}
        aria-activedescendant={at < 0 || shown[at] === undefined ? undefined : `${id}-${at}`}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => {
          onTyped(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onKeyDown={keys}
        onBlur={() => setOpen(false)}
      />
      {shown.length === 0 ? null : <Suggestions id={id} shown={shown} at={at} onTake={take} />}
    </span>
  );
}

interface SuggestionsProps {
  readonly id: string;
  readonly shown: readonly GroupEntry[];
  readonly at: number;
  readonly onTake: (name: string) => void;
}

function Suggestions({ id, shown, at, onTake }: SuggestionsProps) {
  return (
    <ul className="suggestions" role="listbox" id={id} aria-label={groupWords().suggestions}>
      {shown.map(({ id: group, name, people }, n) => (
        <li
          key={group}
          id={`${id}-${n}`}
          role="option"
          aria-selected={n === at}
          // The field keeps the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(name);
          }}
        >
          <span className="cut">{name}</span>
          <span className="hint">{groupWords().people(people)}</span>
        </li>
      ))}
    </ul>
  );
}
