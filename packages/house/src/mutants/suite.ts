import { join } from 'node:path';

/** One lie: in `file` (relative to the package), `find` stands once and is replaced. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** What would go wrong for somebody. */
  readonly why: string;
  /** The file of tests that must notice it, where it is not the whole run. */
  readonly test?: string;
  /** The rule whose tests must notice it. */
  readonly rule?: string;
  /** Told in a copy of the whole project, for tests that need more of it than their own folder: it names its test and its rule. */
  readonly isInTree?: boolean;
}

/** A lie that is told in a copy of the whole project: its files are named from the top. */
export interface MutantInTree extends Mutant {
  readonly rule: string;
  readonly test: string;
}

/** The lies of a package, and the arguments to node, in the package's folder, with which it notices them. */
export interface MutantSuite {
  readonly run: readonly string[];
  readonly mutants: readonly Mutant[];
}

export type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

/** The arguments to node with which that mutant must be noticed. */
export function runFor({ run }: MutantSuite, { test, rule }: Mutant): readonly string[] {
  return [...run, ...(test === undefined ? [] : [test]), ...(rule === undefined ? [] : ['-t', `\\[${rule}\\]`])];
}

/** Those of the folder that are told in a copy of the whole project. */
export function mutantsInTree(folder: string, { mutants }: MutantSuite): readonly MutantInTree[] {
  return mutants.flatMap((mutant) => {
    const { isInTree, file, test, rule } = mutant;
    if (isInTree !== true || test === undefined || rule === undefined) return [];
    return [{ ...mutant, rule, file: join(folder, file), test: join(folder, test) }];
  });
}

/** The suite that a module exports as `mutants`, or what is wrong with it. */
export function parseSuite(module: unknown): Tried<MutantSuite> {
  const suite = isRecord(module) ? module['mutants'] : undefined;
  if (!isRecord(suite)) return { ok: false, error: 'there is no export "mutants"' };
  const { run, mutants } = suite;
  if (!isTexts(run)) return { ok: false, error: 'run is not a list of arguments' };
  if (!Array.isArray(mutants)) return { ok: false, error: 'mutants are not a list' };
  const parsed: Mutant[] = [];
  for (const one of mutants as unknown[]) {
    if (!isMutant(one)) return { ok: false, error: `not a mutant: ${JSON.stringify(one)}` };
    parsed.push(one);
  }
  return { ok: true, value: { run, mutants: parsed } };
}

/** The source with the lie in it; an error when the place is not there, or not the only one. */
export function mutate(source: string, mutant: Mutant): Tried<string> {
  const parts = source.split(mutant.find);
  const [before, after] = parts;
  if (parts.length !== 2 || before === undefined || after === undefined) {
    return { ok: false, error: `what is to be replaced stands ${parts.length - 1} times in ${mutant.file}` };
  }
  return { ok: true, value: before + mutant.replace + after };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isMutant(value: unknown): value is Mutant {
  if (!isRecord(value)) return false;
  const isNarrowed = ['test', 'rule'].every((key) => ['string', 'undefined'].includes(typeof value[key]));
  const isToldWhere =
    value['isInTree'] === undefined || (value['isInTree'] === true && 'test' in value && 'rule' in value);
  return (
    isNarrowed &&
    isToldWhere &&
    ['name', 'file', 'find', 'replace', 'why'].every((key) => typeof value[key] === 'string')
  );
}
