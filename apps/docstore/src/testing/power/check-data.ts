import { join } from 'node:path';
import { type BlobStore, DEFAULT_SETTINGS, type LogPorts, sealedStore, verifyLog } from '@bough/bloblog';
import { nodeCiphers, openFolderStore } from '@bough/blobs';
import type { MapId } from '@bough/base';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { Documents } from '../../documents/documents.ts';
import { logPorts } from '../../locations/locations.ts';
import { add, change } from '../test-maps.ts';
import type { MapPromises } from './promised.ts';
import { KEYS } from './recorded-docstore.ts';

const PLATFORM = { clock: platformClock, random: platformRandom, ids: platformIds };
const PORTS: LogPorts = logPorts(PLATFORM);
const MEMORY_BYTES = 64 * 1024 * 1024;
const MOST_CHANGES = 4_096;

interface Open {
  readonly first: BlobStore;
  readonly second: BlobStore;
  readonly documents: Documents;
}

/** Opens what a power cut left below this folder and answers what is not as it was promised; empty when all is well. */
export async function problemsOfData(folder: string, promises: readonly MapPromises[]): Promise<readonly string[]> {
  const stores = await Promise.all([
    openFolderStore(PLATFORM, { folder: join(folder, 'data', 'first') }),
    openFolderStore(PLATFORM, { folder: join(folder, 'data', 'second') }),
  ]);
  const sealing = { ...PLATFORM, ciphers: nodeCiphers };
  const [first, second] = [
    sealedStore(stores[0], [KEYS.first], sealing),
    sealedStore(stores[1], [KEYS.second], sealing),
  ];
  const settings = { log: DEFAULT_SETTINGS, memoryBytes: MEMORY_BYTES, attempts: 8 };
  const documents = new Documents({ ports: PORTS, store: first, second }, settings);
  try {
    const problems = await Promise.all(promises.map((each) => problemsOfMap({ first, second, documents }, each)));
    return problems.flat();
  } finally {
    await documents.close();
    for (const store of stores) store.close();
  }
}

async function problemsOfMap(open: Open, promised: MapPromises): Promise<readonly string[]> {
  const { map, purge } = promised;
  if (purge === 'under way') return [];
  if (purge === 'done') {
    const left = await open.first.list(`logs/${map}/`);
    const head = await open.first.get(`heads/${map}`);
    return left.entries.length > 0 || head !== null ? [`${map} was purged, and is there`] : [];
  }
  try {
    return [
      ...(await problemsOfChanges(open, promised)),
      ...(await problemsBeside(open, promised)),
      ...(await problemsOfObjects(open, map)),
      ...(await goesOn(open, promised)),
    ];
  } catch (failure) {
    return [`${map} cannot be read: ${failure instanceof Error ? failure.stack : String(failure)}`];
  }
}

/** S1 to S5: every number once, nobody's change twice or out of order, what was acknowledged under its number. */
async function problemsOfChanges({ documents }: Open, { map, numbers }: MapPromises): Promise<readonly string[]> {
  const { seq } = await documents.facts(map);
  const problems: string[] = [];
  const found = new Map<string, number>();
  const last = new Map<string, number>();
  for (let from = 1; from <= seq; from += MOST_CHANGES) {
    for (const each of await documents.changes(map, from, seq)) {
      const name = `${each.client} ${each.counter}`;
      if (each.seq !== found.size + 1) problems.push(`${map}: number ${each.seq} stands at ${found.size + 1}`);
      if (found.has(name)) problems.push(`${map}: ${name} is there twice`);
      if (each.seq > 1 && each.counter !== (last.get(each.client) ?? 0) + 1)
        problems.push(`${map}: ${name} has a gap before it`);
      found.set(name, each.seq);
      last.set(each.client, each.counter);
    }
  }
  for (const [name, number] of numbers) {
    if (found.get(name) !== number)
      problems.push(`${map}: ${name} was acknowledged as ${number}, stands at ${found.get(name)}`);
  }
  return problems;
}

/** Images, names and trash. */
async function problemsBeside({ first, documents }: Open, promised: MapPromises): Promise<readonly string[]> {
  const { map, images, versions, isTrashed } = promised;
  const problems: string[] = [];
  for (const hash of images)
    if ((await first.get(`logs/${map}/assets/${hash}`)) === null) problems.push(`${map}: image ${hash}`);
  for (const id of versions)
    if ((await first.get(`logs/${map}/versions/${id}`)) === null) problems.push(`${map}: name ${id}`);
  const { trash } = await documents.facts(map);
  if (isTrashed !== null && (trash !== null) !== isTrashed)
    problems.push(`${map} is ${isTrashed ? 'not ' : ''}in the trash`);
  return problems;
}

/** S4, S7 and S9: hashes, joints, what heads name; the second location is a prefix of the first. */
async function problemsOfObjects({ first, second }: Open, map: MapId): Promise<readonly string[]> {
  const findings = await verifyLog(PORTS, { first, second }, map);
  const isFine = ({ kind, where }: (typeof findings)[number]): boolean =>
    kind === 'orphan' || (where === 'second' && (kind === 'behind' || kind === 'absent'));
  return findings
    .filter((finding) => !isFine(finding))
    .map(({ where, kind, detail }) => `${map}: ${where} ${kind}: ${detail}`);
}

/** S20: it takes changes again, and numbers them on. */
async function goesOn({ documents }: Open, { map, isTrashed }: MapPromises): Promise<readonly string[]> {
  if (isTrashed !== false && (await documents.facts(map)).trash !== null) return [];
  const { seq } = await documents.facts(map);
  const { outcomes } = await documents.append(map, {
    base: seq,
    changes: [change('after', 1, add('after', 'the power'))],
  });
  const [outcome] = outcomes;
  return outcome?.kind === 'kept' && outcome.seq === seq + 1
    ? []
    : [`${map}: after ${seq} a change was ${outcome?.kind}`];
}
