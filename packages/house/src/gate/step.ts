/** One step of the gate: what it is called, what it does, and what came of it. */

import type { Outcome } from '../servers/places.ts';
import type { ServerName } from '../servers/server.ts';

/** What came of a step. Counts are of tests; a static step counts as one. */
export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  /** Each skipped test or suite, named, with how to get it. */
  readonly skipped: readonly string[];
  /** What it says besides, though nothing failed. */
  readonly notes?: readonly string[];
  /** What to show when something failed. */
  readonly output: string;
}

/** A step, run under the name that `npm test -- NAME` takes. */
export interface Step {
  readonly name: string;
  readonly does: string;
  /** The real servers that are brought before the run for its sake. */
  readonly servers?: readonly ServerName[];
  /** Whether it runs what it judges: with CI=true no such step runs while a server is missing. */
  readonly isTest?: boolean;
  readonly run: (context: GateContext) => Promise<StepResult>;
}

/** What steps get from the gate. */
export interface GateContext {
  readonly root: string;
  /** A temporary folder for reports, removed at the end. */
  readonly scratch: string;
}

/** The result of a step that is one yes or no. */
export function verdict(isGood: boolean, output: string): StepResult {
  return { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: [], output };
}

/** The result of a program: it passed if it ended with 0. */
export function verdictOf({ code, output }: Outcome): StepResult {
  return verdict(code === 0, output);
}
