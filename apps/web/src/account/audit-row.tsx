import type { AuditEntry, AuditPage, PersonName } from '@bough/contracts';
import { accountPageWords } from '../words/screens/account-page-words.ts';
import { auditWords } from '../words/screens/audit-words.ts';
import { language } from '../words/index.ts';
import { sayWhen } from '../words/when.ts';
import { deviceWords } from './signing-in/device-words.ts';

/** What ids of entries are called, as far as that is known here. */
export interface AuditNames {
  readonly people: ReadonlyMap<string, PersonName>;
  readonly maps: ReadonlyMap<string, string>;
}

/** The names that came with a page of the log. */
export function namesIn({ people, maps }: Pick<AuditPage, 'people' | 'maps'>): AuditNames {
  return {
    people: new Map(people.map((person) => [person.id, person])),
    maps: new Map(maps.map(({ id, title }) => [id, title])),
  };
}

/** What an entry says by an id: a name stands in its place where it is known, and the id is shown when it is asked for. */
const IDS: ReadonlySet<string> = new Set([
  ...['map', 'folder', 'into', 'to', 'link', 'invitation', 'token', 'passkey', 'session'],
]);

interface EntryRowProps {
  readonly entry: AuditEntry;
  readonly names: AuditNames;
  readonly onWho: (person: PersonName) => void;
}

/** One entry of the audit log. */
export function EntryRow({ entry, names, onWho }: EntryRowProps) {
  const words = auditWords();
  const { count, via, browser, network } = entry;
  const person = entry.person === null ? undefined : names.people.get(entry.person);
  const facts = [
    sayWhen(entry.at, Date.now(), language),
    ...outcomeWords(entry),
    ...(count === 1 ? [] : [words.times(count)]),
    ...(via === 'api' ? [words.byToken] : []),
    ...entry.about.flatMap(([name, value]) => aboutWords(name, value, names)),
    ...(network === null ? [] : [network]),
    ...(browser === null ? [] : [deviceWords(browser, accountPageWords())]),
  ];
  const ids = entry.about.filter(([name]) => IDS.has(name)).map(([name, value]) => `${words.about[name]} ${value}`);
  return (
    <li className="row audit-row">
      <div className="row-words">
        {words.kinds[entry.what] ?? entry.what}
        <span className="hint">{facts.join(', ')}</span>
        {ids.length === 0 ? null : (
          <details className="hint">
            <summary>{words.ids}</summary>
            <p>{ids.join(', ')}</p>
          </details>
        )}
      </div>
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
function aboutWords(name: string, value: string, names: AuditNames): readonly string[] {
  const words = auditWords();
  const said = words.about[name];
  if (name === 'by') return [new Map(Object.entries(accountPageWords().sessionBy)).get(value) ?? value];
  if (said === undefined) return [];
  if (name === 'when') return [`${said} ${sayWhen(Number(value), Date.now(), language)}`];
  if (!IDS.has(name)) return [`${said} ${value}`];
  const known = value.split(' ').flatMap((id) => names.maps.get(id) ?? names.people.get(id)?.name ?? []);
  return known.length === 0 ? [said] : [`${said} ${known.map(words.named).join(' ')}`];
}
