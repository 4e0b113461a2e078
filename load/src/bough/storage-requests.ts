import { metricOf } from '@bough/house/servers';
import type { Figure } from '../benchmark.ts';
import type { Process } from './process.ts';

/** Calls that storage is paid for as for a write. */
const WRITING = ['put', 'createIfAbsent', 'replaceIf', 'list'];
/** And as for a read: nobody is paid for taking away. */
const READING = 'call="get';

interface Requests {
  readonly writes: number;
  readonly reads: number;
}

/** What these docstores have asked of storage since they started: all of it, or where the labels contain this text. */
export async function storageRequests(docstores: readonly Pick<Process, 'url'>[], label = ''): Promise<number> {
  const each = await Promise.all(docstores.map(({ url }) => metricOf(url, 'bough_blob_seconds_count', label)));
  return each.reduce((all, one) => all + one, 0);
}

/** What docstores ask of storage between two counts. */
export class StorageRequests {
  readonly #docstores: readonly Process[];
  readonly #counts: Requests[] = [];

  constructor(docstores: readonly Process[]) {
    this.#docstores = docstores;
  }

  async count(): Promise<void> {
    const writes = await Promise.all(WRITING.map((call) => storageRequests(this.#docstores, `call="${call}"`)));
    const reads = await storageRequests(this.#docstores, READING);
    this.#counts.push({ writes: writes.reduce((all, each) => all + each, 0), reads });
  }

  /** Between the first count and the last; null: nobody counted. */
  get between(): Requests | null {
    const [first, last] = [this.#counts[0], this.#counts.at(-1)];
    if (first === undefined || last === undefined || this.#counts.length < 2) return null;
    return { writes: last.writes - first.writes, reads: last.reads - first.reads };
  }
}

/** What a change costs in requests, where changes were made. */
export function storageFigures({ between }: StorageRequests, changes: number): readonly Figure[] {
  if (between === null || !(changes > 0)) return [];
  return [
    { name: 'requests to storage that write, of a change', value: between.writes / changes, unit: '' },
    { name: 'requests to storage that read, of a change', value: between.reads / changes, unit: '' },
  ];
}
