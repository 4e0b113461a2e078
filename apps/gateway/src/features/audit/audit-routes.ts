import { type Clock, parsePersonId, type PersonId } from '@bough/base';
import type { AuditEntry, AuditedMap } from '@bough/contracts';
import { GatewayFailure } from '../../failure.ts';
import { grantsAt } from '../../access/map-access.ts';
import { everyEntry } from './check.ts';
import { entryOf } from './entry.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';

const PAGE = 50;
const LINES_TOGETHER = 200;
const MAPS_MOST = 1_000;

/** The audit log, for an owner of this Bough. */
export function auditRoutes(parts: {
  readonly metadata: Metadata;
  readonly clock: Clock;
}): Pick<Handlers, 'auditPage' | 'auditLines'> {
  const { metadata } = parts;
  const mustOwn = async (person: PersonId | null): Promise<void> => {
    if ((await metadata.account(mustBePerson(person))).isOwner) return;
    throw new GatewayFailure('denied', 'Only owners of this server can read the audit log.');
  };
  return {
    auditPage: async ({ params: { what, who, behind }, person }) => {
      await mustOwn(person);
      const rows = await metadata.audit({ order: 'newest first', behind, what, person: who, most: PAGE + 1 });
      const shown = rows.slice(0, PAGE);
      const entries = shown.map(entryOf);
      const named = entries.flatMap((entry) => [
        ...(entry.person === null ? [] : [entry.person]),
        ...entry.about.flatMap(([name, value]) => (name === 'to' ? (parsePersonId(value) ?? []) : [])),
      ]);
      const people = await metadata.people([...new Set(named)]);
      return {
        entries,
        people: people.map(({ id, name, hue }) => ({ id, name, hue })),
        maps: await titlesFor(parts, mustBePerson(person), entries),
        next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
      };
    },
    auditLines: async ({ params: { what, who }, person }) => {
      await mustOwn(person);
      const chunks = lines(metadata, { what, person: who });
      return { kind: 'stream', chunks, type: 'application/x-ndjson', fileName: 'bough-audit.jsonl' };
    },
  };
}

/** The titles of maps that entries name, as far as the person has them in their own list. */
async function titlesFor(
  { metadata, clock }: { readonly metadata: Pick<Metadata, 'mapsOf' | 'grantsOf'>; readonly clock: Clock },
  person: PersonId,
  entries: readonly AuditEntry[],
): Promise<readonly AuditedMap[]> {
  const named = entries.flatMap(({ about }) =>
    about.flatMap(([name, value]) => (name === 'map' ? value.split(' ') : [])),
  );
  if (named.length === 0) return [];
  const ids = new Set(named);
  const living = new Set(grantsAt(await metadata.grantsOf(person), clock.now()).map(({ map }) => map));
  const own = (await metadata.mapsOf(person)).filter(({ id }) => ids.has(id) && living.has(id));
  return own.slice(0, MAPS_MOST).map(({ id, title }) => ({ id, title }));
}

async function* lines(
  metadata: Metadata,
  query: { readonly what: string | null; readonly person: PersonId | null },
): AsyncGenerator<Uint8Array> {
  let some: string[] = [];
  for await (const row of everyEntry(metadata, query)) {
    some.push(auditLine(entryOf(row)));
    if (some.length < LINES_TOGETHER) continue;
    yield Buffer.from(some.join(''));
    some = [];
  }
  yield Buffer.from(some.join(''));
}

/** An entry as a line of JSON: times as people and programs read them, `about` as an object. */
export function auditLine(entry: ReturnType<typeof entryOf>): string {
  const { at, about, ...said } = entry;
  return `${JSON.stringify({ at: new Date(at).toISOString(), ...said, about: Object.fromEntries(about) })}\n`;
}
