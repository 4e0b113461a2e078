import type { LogPorts } from '../../ports.ts';
import { readHead } from '../../log/read-log.ts';
import { sealedStore, type SealingKeys } from '../../store/sealed-store.ts';
import type { LogSettings } from '../../settings.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import type { OwnerKind, SimOrder } from '../sim/sim-types.ts';
import { toyCiphers } from '../toy-ports.ts';

/** What is left when the other location is lost at one moment. */
export interface Survivor {
  readonly kind: OwnerKind;
  readonly ports: LogPorts;
  readonly settings: LogSettings;
  readonly raw: MemoryStore;
  readonly keys: SealingKeys;
  /** Who it is. */
  readonly location: string;
  /** The greatest number that it must have. */
  readonly acknowledged: number;
}

const NEWCOMER = { client: 'cz', counter: 1 };

/**
 * S1 S9 S10: the location as it stands at the moment of the call opens alone, with its own keys, has what was acknowledged, and
 * takes changes from then on. Answers what it has, null when nothing had come there yet; rejects with what is broken.
 */
export async function checkSurvivor(survivor: Survivor): Promise<SimOrder | null> {
  const { kind, ports, settings, raw, keys, location, acknowledged } = survivor;
  const alone = new MemoryStore(ports.clock);
  for (const [key, kept] of raw.objects) alone.objects.set(key, kept);
  const store = sealedStore(alone, keys, { ciphers: toyCiphers, random: ports.random });
  if ((await readHead({ ports, store }, kind.log)) === null) {
    if (acknowledged > 0) throw new Error(`S9: ${acknowledged} was acknowledged, and nothing is left`);
    return null;
  }
  const owner = kind.open({ ports, store, settings, location, afterHead: async () => {} });
  const order = await owner.read();
  const { changes } = order;
  if (changes.length < acknowledged) {
    throw new Error(`S1 S9: ${acknowledged} was acknowledged, but what is left ends with ${changes.length}`);
  }
  const answer = await owner.append([NEWCOMER], null);
  const seq = answer.kind === 'kept' ? answer.seqs[0] : undefined;
  const after = (await owner.read()).changes;
  if (seq !== changes.length + 1 || after.length !== seq || after.at(-1)?.client !== NEWCOMER.client) {
    throw new Error(`S9: what is left after a loss at ${changes.length} numbers the next change ${seq}`);
  }
  await owner.close();
  return order;
}
