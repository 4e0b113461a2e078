import type { Mutant } from '../suite.ts';

/** A control of docs/security.md that does nothing any more: `file` is told from the top of the project. */
export interface SwitchedOff extends Mutant {
  /** The row of docs/security.md, without its numbers. */
  readonly control: string;
  /** The rule whose test must fail, and the file that it stands in. */
  readonly rule: string;
  readonly test: string;
}
