import { Refused } from '../bough/visitor.ts';
import type { Spans } from './spans.ts';

/** A file that somebody asked for, and what came of it; `failure` null: the file. */
export interface AskedFile {
  readonly format: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly failure: unknown;
  /** Its person tried again, as the page offers it: what came of that stands by itself. */
  readonly isTriedAgain: boolean;
}

/** A file that was not had, and what was done at that time to something that makes files. */
export interface MissedFile {
  readonly atMs: number;
  readonly tookMs: number;
  readonly format: string;
  readonly said: string;
  readonly because: readonly string[];
  readonly isTriedAgain: boolean;
}

/** What has to work for a file: whatever else happens, it is made. */
const NEEDS = ['gateway-1', 'gateway-2', 'docstore-1', 'docstore-2', 'exporter', 'first', 'database'];
/** What lasts while Bough runs from the second location: then that has to work, too. */
export const AWAY = 'away from home';
/** From when a fault is over and everything answers again, a file is had within this. */
const AFTER_MS = 5_000;

/** The files that were not had. */
export function missedFiles(asked: readonly AskedFile[], spans: Spans): readonly MissedFile[] {
  return asked
    .filter(({ failure }) => failure !== null)
    .map(({ format, fromMs, toMs, failure, isTriedAgain }) => ({
      isTriedAgain,
      atMs: Math.round(fromMs),
      tookMs: Math.round(toMs - fromMs),
      format,
      said: saidOf(failure),
      because: becauseOf(spans, { fromMs, toMs, failure }),
    }));
}

/** Why a file was not had; empty: nothing was wrong with what it needs. */
export function becauseOf(
  spans: Spans,
  { fromMs, toMs, failure }: Pick<AskedFile, 'fromMs' | 'toMs' | 'failure'>,
): readonly string[] {
  const isAway = spans.during(fromMs, toMs, [AWAY], AFTER_MS).length > 0;
  const needs = isAway ? [...NEEDS, 'second'] : NEEDS;
  return spans.during(fromMs, toMs, needs, AFTER_MS).filter((why) => explains(why, failure));
}

/** A gateway that answers is not away itself: it was frozen at most, and found its patience gone when it went on. */
function explains(why: string, failure: unknown): boolean {
  return !(
    failure instanceof Refused &&
    failure.code === 'gateway/export-away' &&
    /^(?:kill|end|roll) gateway/.test(why)
  );
}

/** Each file is had while nothing is wrong with what makes it, at the second attempt at the latest: a machine may stand still; else its person reads what happened. */
export function fileProblems(asked: readonly AskedFile[], spans: Spans): readonly string[] {
  const found: string[] = [];
  for (const { format, atMs, tookMs, said, because, isTriedAgain } of missedFiles(asked, spans)) {
    const which = `the ${format} of ${(atMs / 1000).toFixed(1)} s`;
    if (because.length === 0 && !isTriedAgain)
      found.push(`${which} failed after ${tookMs} ms while nothing was wrong that it needs: ${said}`);
  }
  for (const { format, fromMs, failure } of asked) {
    if (failure instanceof Refused && !isToldWell(failure))
      found.push(
        `the ${format} of ${(fromMs / 1000).toFixed(1)} s failed without a word for people: ${saidOf(failure)}`,
      );
  }
  return found;
}

/** The server says that it is its fault, that it passes, and what happened; the page says so, with Retry. */
function isToldWell({ status, code }: Refused): boolean {
  return [429, 502, 503, 504].includes(status) && code !== null;
}

function saidOf(failure: unknown): string {
  if (failure instanceof Refused && failure.code !== null)
    return `${failure.status} ${failure.code}: ${failure.said ?? ''}`;
  return failure instanceof Error ? failure.message : String(failure);
}
