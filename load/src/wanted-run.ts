import { err, ok, type Result } from '@bough/base';
import type { StackKind } from './bough/stand.ts';

/** A command that runs one of many by its name. */
export type CommandName = 'bench' | 'load';

/** What is to be run, and how. */
export interface WantedRun {
  /** null: nothing, but all that there is are to be listed. */
  readonly name: string | null;
  readonly quick: boolean;
  readonly guard: boolean;
  readonly stack: StackKind;
}

/** How the command is written. */
export function usageOf(command: CommandName): string {
  return `npm run ${command} -- NAME [--quick | --guard]${command === 'load' ? ' [--stack embedded|full]' : ''}`;
}

/** Reads the words behind the command; those that mean nothing there are refused with one sentence. */
export function readWanted(command: CommandName, words: readonly string[]): Result<WantedRun, string> {
  const rest = [...words];
  const quick = takeFlag(rest, '--quick');
  const guard = takeFlag(rest, '--guard');
  const stack = command === 'load' ? takeStack(rest) : 'embedded';
  if (stack === null) return err('--stack is followed by embedded or full.');
  if (takeFlag(rest, '--help') || takeFlag(rest, '-h')) return ok({ name: null, quick, guard, stack });
  const at = rest.findIndex((word) => !word.startsWith('-'));
  const [name = null] = at === -1 ? [] : rest.splice(at, 1);
  const [unknown] = rest;
  if (unknown !== undefined) return err(`${JSON.stringify(unknown)} means nothing here: ${usageOf(command)}`);
  return ok({ name, quick, guard, stack });
}

function takeFlag(words: string[], name: string): boolean {
  const at = words.indexOf(name);
  if (at !== -1) words.splice(at, 1);
  return at !== -1;
}

/** null: what follows is no stack. */
function takeStack(words: string[]): StackKind | null {
  const at = words.indexOf('--stack');
  if (at === -1) return 'embedded';
  const [, stack] = words.splice(at, 2);
  return stack === 'embedded' || stack === 'full' ? stack : null;
}
