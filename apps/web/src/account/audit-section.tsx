import type { AuditPage, PersonName } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { useState } from 'react';
import { call } from '../api/api.ts';
import { PageSection } from '../shell/page-frame.tsx';
import { Select } from '../shell/controls/select.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { useTask } from '../shell/use-task.ts';
import { auditWords } from '../words/screens/audit-words.ts';
import { EntryRow, namesIn } from './audit-row.tsx';

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
        <Select
          className="role"
          options={['', ...Object.keys(words.kinds)]}
          names={{ '': words.anything, ...words.kinds }}
          value={what ?? ''}
          onChange={(kind) => setWhat(kind || null)}
        />
      </label>
      {who === null ? null : (
        <p className="audit-who">
          {words.who} {who.name}
          <button type="button" className="button outlined" onClick={() => setWho(null)}>
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
  const [loaded, again, set] = useAnswer(gatewayRoutes.auditPage, { what, who, behind: null });
  const { isBusy, trouble, run } = useTask();
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'failed') return <TroubleNote trouble={loaded.trouble} what={words.failed} onRetry={again} />;
  const { entries, next } = loaded.value;
  const more = async () => {
    const older = await run(() => call(gatewayRoutes.auditPage, { what, who, behind: next }, undefined));
    if (older !== null) set(together(loaded.value, older.value));
  };
  const names = namesIn(loaded.value);
  return (
    <>
      {entries.length === 0 ? <p>{words.none}</p> : null}
      <ul className="rows">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} names={names} onWho={onWho} />
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
  const maps = new Map([...first.maps, ...second.maps].map((map) => [map.id, map]));
  const entries = [...first.entries, ...second.entries];
  return { entries, people: [...people.values()], maps: [...maps.values()], next: second.next };
}
