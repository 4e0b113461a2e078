import type { MutantInTree } from '../suite.ts';

/** A control of docs/security.md that does nothing any more: `file` is told from the top of the project. */
export interface SwitchedOff extends MutantInTree {
  /** The row of docs/security.md, without its numbers. */
  readonly control: string;
}
