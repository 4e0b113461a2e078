import type { Mutant } from '../suite.ts';
import { AUDIT, ONE_NETWORK } from './audit.ts';
import { DOORS } from './doors.ts';
import { KEPT } from './kept.ts';
import { PASSKEYS } from './passkeys.ts';
import { SECOND_STEPS } from './second-steps.ts';
import { SERVICES } from './services.ts';
import { PROVIDERS } from './providers.ts';
import { SESSIONS } from './sessions.ts';
import { PAST } from './past.ts';
import { SHOWN } from './shown.ts';
import { TOKENS } from './tokens.ts';
import { WORDS } from './words.ts';
import { WRITERS } from './writers.ts';

/** A control of docs/security.md that does nothing any more: `file` is told from the top of the project. */
export interface SwitchedOff extends Mutant {
  /** The row of docs/security.md, without its numbers. */
  readonly control: string;
  /** The rule whose test must fail, and the file that it stands in. */
  readonly rule: string;
  readonly test: string;
}

/** Every control, switched off in at least one way, with the test that must notice. */
export const SWITCHED_OFF: readonly SwitchedOff[] = [
  ...SESSIONS,
  ...PROVIDERS,
  ...PASSKEYS,
  ...DOORS,
  ...SHOWN,
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
