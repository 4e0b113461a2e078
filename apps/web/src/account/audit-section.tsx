import type { AuditEntry, AuditPage, PersonName } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { useCallback, useState } from 'react';
import { call } from '../api/api.ts';
import { PageSection } from '../shell/page-frame.tsx';
import { TroubleNote } from '../shell/trouble-note.tsx';
import { useLoaded } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { accountPageWords } from '../words/account-page-words.ts';
import { auditWords } from '../words/audit-words.ts';
import { language } from '../words/index.ts';
import { sayWhen } from '../words/when.ts';
import { deviceWords } from './device-words.ts';

type Who = PersonName['id'] | null;

/** What happened in this Bough, for an owner of it: newest first, of one kind or one person where that is chosen. */
export function AuditSection() {
  const [what, setWhat] = useState<string | null>(null);
  const [who, setWho] = useState<PersonName | null>(null);
  const words = auditWords();
  const query = new URLSearchParams({
    ...(what === null ? {} : { what }),
    ...(who === null ? {} : { who: who.id }),
  }).toString();
  return (
    <PageSection title={words.title}>
      <p>{words.text}</p>
      <label className="option audit-kind">
        {words.what}
        <select className="role" value={what ?? ''} onChange={(event) => setWhat(event.target.value || null)}>
          <option value="">{words.anything}</option>
          {Object.entries(words.kinds).map(([kind, said]) => (
            <option key={kind} value={kind}>
              {said}
            </option>
          ))}
        </select>
      </label>
      {who === null ? null : (
        <p className="row-ways">
          {words.who} {who.name}
          <button type="button" className="button" onClick={() => setWho(null)}>
            {words.everybody}
          </button>
        </p>
      )}
      <Entries key={query} what={what} who={who?.id ?? null} onWho={setWho} />
      <a className="button outlined" href={`/api/audit/lines${query === '' ? '' : `?${query}`}`} download>
        {words.save}
      </a>
    </PageSection>
  );
}

interface EntriesProps {
  readonly what: string | null;
  readonly who: Who;
  readonly onWho: (person: PersonName) => void;
}

function Entries({ what, who, onWho }: EntriesProps) {
  const words = auditWords();
  const ask = useCallback(
    (signal: AbortSignal) => call(gatewayRoutes.auditPage, { what, who, behind: null }, undefined, { signal }),
    [what, who],
  );
  const [loaded, again, set] = useLoaded(ask);
  const { isBusy, trouble, run } = useTask();
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'failed') return <TroubleNote trouble={loaded.trouble} what={words.failed} onRetry={again} />;
  const { entries, people, next } = loaded.value;
  const more = async () => {
    const older = await run(() => call(gatewayRoutes.auditPage, { what, who, behind: next }, undefined));
    if (older !== null) set(together(loaded.value, older.value));
  };
  const known = new Map(people.map((person) => [person.id as string, person]));
  return (
    <>
      {entries.length === 0 ? <p>{words.none}</p> : null}
      <ul className="rows">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} people={known} onWho={onWho} />
        ))}
      </ul>
      {trouble === null ? null : <TroubleNote trouble={trouble} what={words.failed} />}
      {next === null ? null : (
        <button type="button" className="button" disabled={isBusy} onClick={() => void more()}>
          {words.older}
        </button>
      )}
    </>
  );
}

function together(first: AuditPage, second: AuditPage): AuditPage {
  const people = new Map([...first.people, ...second.people].map((person) => [person.id, person]));
  return { entries: [...first.entries, ...second.entries], people: [...people.values()], next: second.next };
}

interface EntryRowProps {
  readonly entry: AuditEntry;
  readonly people: ReadonlyMap<string, PersonName>;
  readonly onWho: (person: PersonName) => void;
}

function EntryRow({ entry, people, onWho }: EntryRowProps) {
  const words = auditWords();
  const { count, via, browser, network } = entry;
  const person = entry.person === null ? undefined : people.get(entry.person);
  const facts = [
    sayWhen(entry.at, Date.now(), language),
    ...outcomeWords(entry),
    ...(count === 1 ? [] : [words.times(count)]),
    ...(via === 'api' ? [words.byToken] : []),
    ...entry.about.flatMap(([name, value]) => aboutWords(name, value, people)),
    ...(network === null ? [] : [network]),
    ...(browser === null ? [] : [deviceWords(browser, accountPageWords())]),
  ];
  return (
    <li className="row">
      <span className="row-words">
        {words.kinds[entry.what] ?? entry.what}
        <span className="hint">{facts.join(', ')}</span>
      </span>
      {person === undefined ? (
        <span className="hint">{nobodyOf(entry)}</span>
      ) : (
        <button type="button" className="button" onClick={() => onWho(person)}>
          {entry.name ?? person.name}
        </button>
      )}
    </li>
  );
}

function outcomeWords({ outcome, code }: AuditEntry): readonly string[] {
  const { refused, incomplete, unfinished } = auditWords();
  if (outcome === 'done') return [];
  if (outcome === 'refused') return [refused];
  return [code === 'begun' ? unfinished : incomplete];
}

function nobodyOf({ person, name, via }: AuditEntry): string {
  const words = auditWords();
  if (via === 'command') return words.operator;
  if (via === 'bough') return 'Bough';
  return name ?? (person === null ? words.nobody : words.deleted);
}

/** One thing that an entry says beside its kind; empty for what is said by nothing else. */
function aboutWords(name: string, value: string, people: ReadonlyMap<string, PersonName>): readonly string[] {
  const words = auditWords();
  const said = words.about[name];
  if (name === 'by') return [new Map(Object.entries(accountPageWords().sessionBy)).get(value) ?? value];
  if (said === undefined) return [];
  if (name === 'when') return [`${said} ${sayWhen(Number(value), Date.now(), language)}`];
  return [`${said} ${name === 'to' ? (people.get(value)?.name ?? value) : value}`];
}
