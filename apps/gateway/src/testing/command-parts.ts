import { makeIds } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { platformRandom } from '@bough/service';
import { AuditLog } from '../features/audit/audit-log.ts';
import type { CommandParts } from '../commands/commands.ts';
import { deriveKeys } from '../secrets/keys.ts';
import { KEYS, type World } from './world.ts';

/** What a command works with that an operator runs beside the gateways of this world. */
export function commandParts(world: World, said: string[], input: readonly string[] = []): CommandParts {
  const { clock, metadata } = world;
  const auditKeys = deriveKeys(KEYS).audit;
  const random = seededRandom(platformRandom.bytes(1)[0] ?? 0);
  return {
    ...{ clock, metadata, random, ids: makeIds(clock, platformRandom), auditKeys },
    audit: new AuditLog({ clock, metadata, random: platformRandom, auditKeys }),
    setUpLink: (turn) => `https://the.link/${turn}`,
    lines: async function* () {
      yield* input;
    },
    write: async (line) => void said.push(line),
    say: (line) => void said.push(line),
  };
}
