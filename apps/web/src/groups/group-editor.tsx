import { type GroupFacts, groupRoutes, GROUPS } from '@bough/contracts';
import { type FormEvent, useState } from 'react';
import { callUnsafe } from '../api/session.ts';
import { showToast } from '../shell/messages/toast.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { groupWords } from '../words/screens/group-words.ts';
import { addressesIn } from './addresses-in.ts';
import { saveGroup } from './group-calls.ts';
import './groups.css';

interface GroupEditorProps {
  /** null: a new one. */
  readonly group: string | null;
  /** Told what it is now; null: nothing was changed, or it is deleted. */
  readonly onEnd: (group: GroupFacts | null) => void;
}

/** A new group, or one with its name and everybody in it. */
export function GroupEditor({ group, onEnd }: GroupEditorProps) {
  return group === null ? <GroupForm known={null} onEnd={onEnd} /> : <KnownGroup group={group} onEnd={onEnd} />;
}

function KnownGroup({ group, onEnd }: GroupEditorProps & { readonly group: string }) {
  const [loaded, again] = useAnswer(groupRoutes.readGroup, { group });
  if (loaded.kind === 'loading') return <div className="group-form" />;
  if (loaded.kind === 'failed') {
    return <TroubleNote trouble={loaded.trouble} what={groupWords().oneFailed} onRetry={again} />;
  }
  return <GroupForm known={loaded.value} onEnd={onEnd} />;
}

/** What is being written of each group, so that a dialog which is closed by mistake loses nothing. '': of a new one. */
const drafts = new Map<string, Draft>();

function GroupForm({ known, onEnd }: { readonly known: GroupFacts | null } & Pick<GroupEditorProps, 'onEnd'>) {
  const [draft, setDraft] = useState(drafts.get(known?.id ?? '') ?? { name: known?.name ?? '', text: '' });
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const [wrong, setWrong] = useState('');
  const { isBusy, trouble, run } = useTask();
  const write = (change: Partial<Draft>) => {
    const next = { ...draft, ...change };
    drafts.set(known?.id ?? '', next);
    setDraft(next);
    setWrong('');
  };
  const end = (group: GroupFacts | null) => {
    drafts.delete(known?.id ?? '');
    onEnd(group);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const pasted = addressesIn(draft.text);
    const staying = (known?.addresses ?? []).filter((email) => !leaving.has(email));
    const says = problemWith(pasted.wrong, new Set([...staying, ...pasted.addresses]).size);
    setWrong(says);
    if (says !== '') return;
    const wanted = { name: draft.name.trim(), add: pasted.addresses, remove: [...leaving] };
    const done = await run(() => saveGroup(known, wanted));
    if (done === null) return;
    showToast({ text: groupWords().saved(done.value.name) });
    end(done.value);
  };
  return (
    <form className="group-form" onSubmit={(event) => void save(event)} aria-busy={isBusy}>
      <GroupFields draft={draft} isWrong={wrong !== ''} onWrite={write} />
      {wrong === '' ? null : (
        <p className="trouble-note" role="alert">
          {wrong}
        </p>
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} what={groupWords().remain} />}
      {known === null ? null : <PeopleOfGroup addresses={known.addresses} leaving={leaving} onLeaving={setLeaving} />}
      <div className="group-ways">
        <button type="submit" className="button primary" disabled={isBusy}>
          {known === null ? groupWords().create : groupWords().save}
        </button>
        <button type="button" className="button" onClick={() => end(null)}>
          {groupWords().cancel}
        </button>
      </div>
      {known === null ? null : <DeleteGroup known={known} onDeleted={() => end(null)} />}
    </form>
  );
}

interface Draft {
  readonly name: string;
  readonly text: string;
}
interface GroupFieldsProps {
  readonly draft: Draft;
  readonly isWrong: boolean;
  readonly onWrite: (change: Partial<Draft>) => void;
}

function GroupFields({ draft, isWrong, onWrite }: GroupFieldsProps) {
  return (
    <>
      <label className="label">
        {groupWords().name}
        <input
          className="field"
          required
          maxLength={100}
          autoComplete="off"
          autoFocus
          placeholder={groupWords().nameHint}
          value={draft.name}
          onChange={(event) => onWrite({ name: event.target.value })}
        />
      </label>
      <label className="label">
        {groupWords().add}
        <textarea
          className="field group-addresses"
          rows={5}
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby="group-hint"
          value={draft.text}
          onChange={(event) => onWrite({ text: event.target.value })}
        />
        <span className="hint" id="group-hint">
          {groupWords().addHint}
        </span>
      </label>
    </>
  );
}

function problemWith(wrong: readonly string[], count: number): string {
  if (wrong.length > 0) return groupWords().wrong(wrong.slice(0, 5).join(', '));
  return count > GROUPS.addresses ? groupWords().tooMany(GROUPS.addresses) : '';
}

interface PeopleOfGroupProps {
  readonly addresses: readonly string[];
  readonly leaving: ReadonlySet<string>;
  readonly onLeaving: (leaving: ReadonlySet<string>) => void;
}

/** Everybody in it: who is to be taken out stays in sight until that is saved. */
function PeopleOfGroup({ addresses, leaving, onLeaving }: PeopleOfGroupProps) {
  if (addresses.length === 0) return <p className="hint">{groupWords().nobody}</p>;
  return (
    <ul className="people-rows group-people" aria-label={groupWords().current}>
      {addresses.map((email) => {
        const isLeaving = leaving.has(email);
        const turned = new Set(leaving);
        if (isLeaving) turned.delete(email);
        else turned.add(email);
        return (
          <li key={email} className="person-row">
            <span className="row-words">
              <span className={isLeaving ? 'cut is-leaving' : 'cut'}>{email}</span>
              {isLeaving ? <span className="hint cut">{groupWords().leaving}</span> : null}
            </span>
            <button
              type="button"
              className="button"
              aria-label={isLeaving ? groupWords().keepPerson(email) : groupWords().removePerson(email)}
              onClick={() => onLeaving(turned)}
            >
              {isLeaving ? groupWords().keep : groupWords().remove}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function DeleteGroup({ known, onDeleted }: { readonly known: GroupFacts; readonly onDeleted: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { isBusy, trouble, run } = useTask();
  const remove = async () => {
    if ((await run(() => callUnsafe(groupRoutes.removeGroup, { group: known.id }, undefined))) === null) return;
    showToast({ text: groupWords().deleted(known.name) });
    onDeleted();
  };
  return (
    <section className="group-end">
      {isAsked ? (
        <>
          <p>{groupWords().deleteText(known.name, known.maps.length)}</p>
          {known.maps.length === 0 ? null : (
            <ul className="group-maps">
              {known.maps.slice(0, 5).map(({ map, title }) => (
                <li key={map} className="hint cut">
                  {title}
                </li>
              ))}
            </ul>
          )}
          <div className="group-ways">
            <button type="button" className="button outlined danger" disabled={isBusy} onClick={() => void remove()}>
              {groupWords().delete}
            </button>
            <button type="button" className="button" onClick={() => setAsked(false)}>
              {groupWords().cancel}
            </button>
          </div>
        </>
      ) : (
        <button type="button" className="plain" onClick={() => setAsked(true)}>
          {groupWords().delete}
        </button>
      )}
      {trouble === null ? null : <TroubleNote trouble={trouble} />}
    </section>
  );
}
