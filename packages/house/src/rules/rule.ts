import type { House } from '../sources/house.ts';

/** One place that breaks a rule, and the sentence that says how. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly says: string;
}

/** A rule of the house: pure over what was read, so that a test can show it a bad house. */
export interface Rule {
  readonly name: string;
  readonly find: (house: House) => readonly Finding[];
}

/** A finding as one line that editors can jump to. */
export function formatFinding(finding: Finding): string {
  return `${finding.file}:${finding.line}: ${finding.says}`;
}
