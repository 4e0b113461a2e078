import type { Command } from '@bough/service';
import { checkAudit, everyEntry } from '../features/audit/check.ts';
import { entryOf, type Point } from '../features/audit/entry.ts';
import { auditLine } from '../features/audit/audit-routes.ts';
import type { AuditStore } from '../metadata/audit/audit-store.ts';
import type { PeopleStore } from '../metadata/people/people-store.ts';

/** What these commands work with. */
export interface AuditCommandParts {
  readonly metadata: AuditStore & Pick<PeopleStore, 'people'>;
  readonly auditKeys: readonly Uint8Array[];
  /** Writes a line for another program, and waits while that one is behind. */
  readonly write: (line: string) => Promise<void>;
  readonly say: (line: string) => void;
}

/** Reading the audit log, and whether it is still what was written. */
export const auditCommands: readonly Command<AuditCommandParts>[] = [
  {
    name: 'audit',
    takes: '[--check] [--point POINT]',
    does: 'The audit log as JSON lines, oldest first. With --check: whether an entry was altered or removed.',
    run: async (parts, words) => {
      if (words.includes('--check') || words.includes('--point')) return await check(parts, words);
      for await (const row of everyEntry(parts.metadata, { what: null, person: null })) {
        await parts.write(auditLine(entryOf(row)).trimEnd());
      }
      return 0;
    },
  },
];

async function check({ metadata, auditKeys, say }: AuditCommandParts, words: readonly string[]): Promise<number> {
  const given = words.includes('--point') ? (words[words.indexOf('--point') + 1] ?? '') : null;
  const point = given === null ? null : parsePoint(given);
  if (given !== null && point === null) {
    say(`Nothing was checked: "${given}" is no point, which an earlier check shows.`);
    return 1;
  }
  const { entries, newest, findings } = await checkAudit(metadata, auditKeys, point);
  for (const finding of findings) say(finding);
  say(`${entries} entries, ${findings.length === 0 ? 'none altered, none missing' : `${findings.length} findings`}`);
  if (newest !== null) {
    say(`What is removed at the end shows only from outside: keep this, and check with --point ${pointText(newest)}`);
  }
  return findings.length === 0 ? 0 : 1;
}

function pointText({ id, hash, at }: Point): string {
  return `${id}.${hash}.${at}`;
}

function parsePoint(text: string): Point | null {
  const [, id, hash, at] = /^([\w-]{22})\.([\w-]{43})\.(\d{1,16})$/.exec(text) ?? [];
  return id === undefined || hash === undefined || at === undefined ? null : { id, hash, at: Number(at) };
}
