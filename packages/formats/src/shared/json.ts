import { isRecord, tryJson } from '@bough/base';
import { FILE_LIMITS } from './limits.ts';
import type { Reporter } from './report.ts';
import { need } from './unreadable.ts';

/** The value that the text of a file stands for, undefined for none; refused where it is nested deeper than is read, since what is kept of it is written again. */
export function jsonOf(source: string): unknown {
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < source.length; i++) {
    const unit = source.charCodeAt(i);
    // Brackets inside of texts count too: a bound, not the depth.
    if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, ++depth);
    else if (unit === 0x5d || unit === 0x7d) depth--;
  }
  const value = tryJson(source);
  need(value === undefined || deepest <= 4 * FILE_LIMITS.depth, 'too-large', 'It is nested deeper than is read.');
  return value;
}

// What stands in a file that nobody has checked, as what it is taken for; something else is nothing.

export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members {
  return isRecord(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').toWellFormed() : '';
}

/** What stands in the place of words: a number is words too, and what cannot be any is told. */
export function wordsIn(value: unknown, reporter: Reporter): string {
  if (typeof value === 'string' || value === undefined || value === null) return textOf(value);
  const said = JSON.stringify(value);
  if (typeof value === 'object') {
    reporter.note('lost', 'What stands in the place of words and is no text.', said);
    return '';
  }
  reporter.note('repaired', 'A number, or a yes or no, in the place of words.', said);
  return said;
}
