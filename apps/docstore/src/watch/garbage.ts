import { constants, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

const MEBIBYTE = 1024 * 1024;
/** How much garbage may come on top of what lives: so much... */
const ROOM_BYTES = 56 * MEBIBYTE;
/** ...but never less than this part of what lives, in percent, since collecting costs as much as there is to look at. */
const LEAST_PERCENT = 30;

/** By how many percent a heap may grow until it is collected again, when so much of it lives. */
export function growthPercent(livingBytes: number): number {
  return Math.max(LEAST_PERCENT, Math.round((100 * ROOM_BYTES) / Math.max(MEBIBYTE, livingBytes)));
}

/**
 * Bounds what garbage adds to the memory of this process, from now on. Left alone, the engine goes by the machine: where there is
 * much memory, it lets a heap grow to a multiple of what lives in it. Here what lives is bounded by a setting, and so is then the
 * whole. The engine asks for the flag at each collection; what lives is seen when one has ended.
 */
export function boundGarbage(): void {
  const bound = (): void =>
    setFlagsFromString(`--heap-growing-percent=${growthPercent(getHeapStatistics().used_heap_size)}`);
  new PerformanceObserver((list) => {
    if (list.getEntries().some((entry) => 'detail' in entry && isMajor(entry.detail))) bound();
  }).observe({ entryTypes: ['gc'] });
  bound();
}

function isMajor(detail: unknown): boolean {
  if (typeof detail !== 'object' || detail === null || !('kind' in detail)) return false;
  return detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}
