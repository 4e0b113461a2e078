import type { Random } from '@bough/base';
import type { VirtualClock } from '@bough/base/testing';
import type { BlobStore } from '../../store/blob-store.ts';
import type { LogPorts } from '../../ports.ts';
import { readHead } from '../../log/read-log.ts';
import type { SimClient } from './sim-client.ts';
import type { Places } from './sim-places.ts';
import type { SimCounts } from './sim-types.ts';
import type { Witness } from '../oracles/witness.ts';

const MOST = 3;
const LEAVES = 0.15;
const BACKUP_MS = 700;

/** What disasters befall. */
export interface DisastersParts {
  readonly log: string;
  readonly mode: 'none' | 'async' | 'sync';
  readonly places: Places;
  readonly witness: Witness;
  readonly clients: readonly SimClient[];
  readonly counts: SimCounts;
  readonly clock: VirtualClock;
  readonly dice: Random;
  /** What a process without faults sees. */
  readonly plain: (where: 'first' | 'second') => { readonly ports: LogPorts; readonly store: BlobStore };
  readonly isCalm: () => boolean;
  readonly killAll: () => void;
  readonly startAll: () => void;
}

/** Plans what becomes of the locations within that time: backups of the first, and a disaster, or a few. */
export function planDisasters(parts: DisastersParts, withinMs: number): void {
  const { clock, places, witness, dice } = parts;
  for (let atMs = 0; atMs < withinMs; atMs += BACKUP_MS) clock.after(atMs, () => places.backUp());
  for (let i = 0; i <= Math.floor(dice.fraction() * MOST); i++) {
    clock.after((0.1 + 0.9 * dice.fraction()) * withinMs, () => {
      if (!parts.isCalm()) witness.later(() => disaster(parts));
    });
  }
}

/** Everything that runs ends, a location is lost or taken back, some people never come again, and other processes go on with what is left. */
async function disaster(parts: DisastersParts): Promise<void> {
  const { mode, places, witness, clients, counts, dice } = parts;
  parts.killAll();
  // Answers under these may still be on their way.
  const ended = [...(await lineagesIn(parts, 'first')), ...(await lineagesIn(parts, 'second'))];
  const isFailover = mode !== 'none' && (await lastIn(parts, 'second')) > 0 && dice.fraction() < 0.5;
  if (isFailover) places.failOver();
  else places.restore(dice.fraction());
  const left = await lastIn(parts, 'first');
  if (isFailover && mode === 'sync' && left < witness.lastSince) {
    throw new Error(`S9: ${witness.lastSince} was acknowledged, and the second location ends with ${left}`);
  }
  counts.lost += witness.disaster(left, ended);
  counts.disasters++;
  for (const client of clients) {
    if (dice.fraction() >= LEAVES) continue;
    client.leave();
    witness.left(client.name);
  }
  parts.startAll();
}

async function lastIn({ plain, log }: DisastersParts, where: 'first' | 'second'): Promise<number> {
  return (await readHead(plain(where), log))?.head.seq ?? 0;
}

async function lineagesIn({ plain, log }: DisastersParts, where: 'first' | 'second'): Promise<readonly string[]> {
  return ((await readHead(plain(where), log))?.head.lineages ?? []).map(({ id }) => id);
}
