import { metricOf } from '@bough/house/servers';
import type { Figure } from '../benchmark.ts';
import type { Process } from './process.ts';

/** Calls that storage is paid for as for a write. */
const WRITING = ['put', 'createIfAbsent', 'replaceIf', 'list'];

/** What docstores ask of storage between two counts. */
export class StorageRequests {
  readonly #docstores: readonly Process[];
  readonly #counts: (readonly [writes: number, all: number])[] = [];

  constructor(docstores: readonly Process[]) {
    this.#docstores = docstores;
  }

  async count(): Promise<void> {
    const sum = async (label: string): Promise<number> => {
      const each = await Promise.all(
        this.#docstores.map(({ url }) => metricOf(url, 'bough_blob_seconds_count', label)),
      );
      return each.reduce((all, one) => all + one, 0);
    };
    const writes = await Promise.all(WRITING.map((call) => sum(`call="${call}"`)));
    // Nobody is paid for taking away.
    const asked = (await sum('')) - (await sum('call="remove"'));
    this.#counts.push([writes.reduce((all, each) => all + each, 0), asked]);
  }

  /** Between the first count and the last; null: nobody counted. */
  get between(): { readonly writes: number; readonly reads: number } | null {
    const [first, last] = [this.#counts[0], this.#counts.at(-1)];
    if (first === undefined || last === undefined || this.#counts.length < 2) return null;
    const writes = last[0] - first[0];
    return { writes, reads: last[1] - first[1] - writes };
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
