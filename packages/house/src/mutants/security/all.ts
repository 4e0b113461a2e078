import { AUDIT, ONE_NETWORK } from './audit.ts';
import { CROWDS } from './crowds.ts';
import { DOORS } from './doors.ts';
import { GROUPS } from './groups.ts';
import { KEPT } from './kept.ts';
import { PASSKEYS } from './passkeys.ts';
import { SECOND_STEPS } from './second-steps.ts';
import { SERVICES } from './services.ts';
import { PEOPLE } from './people.ts';
import { PROVIDERS } from './providers.ts';
import { SESSIONS } from './sessions.ts';
import { PAST } from './past.ts';
import { SHOWN } from './shown.ts';
import { TOKENS } from './tokens.ts';
import { WORDS } from './words.ts';
import { WRITERS } from './writers.ts';
import type { SwitchedOff } from './switched-off.ts';

/** Every control, switched off in at least one way, with the test that must notice. */
export const SWITCHED_OFF: readonly SwitchedOff[] = [
  ...SESSIONS,
  ...PROVIDERS,
  ...PASSKEYS,
  ...DOORS,
  ...CROWDS,
  ...SHOWN,
  ...GROUPS,
  ...PEOPLE,
  ...PAST,
  ...SECOND_STEPS,
  ...TOKENS,
  ...WRITERS,
  ...WORDS,
  ...SERVICES,
  ...KEPT,
  ...AUDIT,
  ...ONE_NETWORK,
];

/** The controls that docs/security.md claims, by the names of its rows, without the numbers behind them. */
export function controlsOf(table: string): readonly string[] {
  const cells = table.split('\n').flatMap((line) => /^\| ([^|]+?)(?: \[[^\]]*\])? *\|/.exec(line)?.[1] ?? []);
  return cells.filter((cell) => cell !== 'control' && !cell.startsWith('---'));
}
