import type { Change } from '@bough/map';
import { writerName } from './writers.ts';

/** The changes cut where another writer's begin: those of one writer that follow each other are one submit. */
export function submits(changes: readonly Change[]): readonly (readonly Change[])[] {
  const all: Change[][] = [];
  for (const change of changes) {
    const last = all.at(-1);
    if (last?.[0] !== undefined && writerName(last[0]) === writerName(change)) last.push(change);
    else all.push([change]);
  }
  return all;
}
