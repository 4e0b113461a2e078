import { Failure } from '@bough/base';
import {
  type CarriedPart,
  exporterRoutes,
  type ImportAnswer,
  type ImportedFile,
  type ImportPart,
  programRoutes,
  readImportParts,
} from '@bough/contracts';
import { type Caller, ServiceFailure } from '@bough/service';
import { GatewayFailure } from '../../failure.ts';
import type { RouteHandler } from '../../http/handlers.ts';
import { ImportedMap, type ImportedMapParts, type ImportOrder } from './imported-map.ts';
import { mustBeMaker, mustPutInto } from './map-routes.ts';
import { importFailure } from './services-away.ts';

export interface ImportParts extends ImportedMapParts {
  readonly exporter: Pick<Caller, 'stream'>;
}
type ImportMaps = RouteHandler<typeof programRoutes.importMaps>;

const COUNT = 'imported maps by person';
/** With less time than this no further map is begun: what was made is answered in time. */
const LEAST_MS = 15_000;

/**
 * Makes maps of files. Exporter reads them, in a process that can do nothing else, and what it found comes here part by part: one image, or
 * one change, is in memory at a time.
 */
export function importRoutes(parts: ImportParts): { readonly importMaps: ImportMaps } {
  return {
    importMaps: async (asked) => {
      const { folder, name } = asked.params;
      // One is counted whatever comes of the file: reading it is the work.
      const by = await mustBeMaker(parts, asked.person, COUNT);
      if (folder !== null) await mustPutInto(parts, folder, by, true);
      const order = { params: { name }, body: asked.body };
      const { chunks } = await parts.exporter
        .stream(exporterRoutes.readMaps, order, asked.context)
        .catch((cause: unknown) => {
          throw importFailure(cause, false);
        });
      const answer = await new Import(parts, { asked, folder }).run(chunks);
      if (answer.files.every(({ map }) => map === null)) throw failureOf(answer.files[0]);
      return answer;
    },
  };
}

/** Nothing was made: what is wrong with the first file is what is wrong with the request. */
function failureOf(first: ImportedFile | undefined): Failure {
  const problem = first?.problem ?? null;
  if (first === undefined || problem === null)
    return new GatewayFailure('unreadable-file', 'The archive has no file that Bough reads.');
  const message = `${first.name}: ${problem.message}`;
  return problem.code === UNREADABLE.code
    ? new GatewayFailure('unreadable-file', message)
    : problem.code === AWAY
      ? new GatewayFailure('import-away', message)
      : new ServiceFailure(message, { kind: problem.kind, code: problem.code });
}

const AWAY = 'gateway/import-away';
const UNREADABLE = { kind: 'invalid', code: 'gateway/unreadable-file' } as const;

/** One request: the maps of its parts, one after the other. One that fails is told, and the next one is begun. */
class Import {
  readonly #parts: ImportParts;
  readonly #order: ImportOrder;
  readonly #files: ImportedFile[] = [];
  #others: ImportAnswer['others'] = [];
  /** What is being made; null: nothing, or what comes belongs to one that has failed. */
  #current: { readonly map: ImportedMap; readonly name: string } | null = null;
  #begun = 0;

  constructor(parts: ImportParts, order: ImportOrder) {
    this.#parts = parts;
    this.#order = order;
  }

  async run(chunks: AsyncIterable<Uint8Array>): Promise<ImportAnswer> {
    try {
      for await (const read of readImportParts(chunks)) {
        if (!read.ok) throw new GatewayFailure('busy', 'The file was not read to its end.');
        await this.#take(read.value);
      }
    } catch (cause) {
      await this.#current?.map.discard();
      throw importFailure(cause, this.#hasMaps);
    }
    return { files: this.#files, others: this.#others };
  }

  async #take({ part, bytes }: CarriedPart): Promise<void> {
    switch (part.kind) {
      case 'map':
        await this.#end();
        return await this.#begin(part);
      case 'image':
        return await this.#attempt((map) => map.keep(part, bytes));
      case 'changes':
        return await this.#attempt((map) => map.change(part.ops));
      case 'refused':
        await this.#end();
        return this.#failed(part.file, { ...UNREADABLE, message: part.message });
      case 'end':
        this.#others = part.others;
        return await this.#end();
    }
  }

  async #begin(part: Extract<ImportPart, { readonly kind: 'map' }>): Promise<void> {
    const { asked } = this.#order;
    try {
      if (asked.context.deadline.remainingMs() < LEAST_MS)
        throw new GatewayFailure('busy', 'There was no time left for it.', { hint: 'Import it by itself.' });
      if (this.#begun++ > 0) await mustBeMaker(this.#parts, asked.person, COUNT);
      this.#current = { map: await ImportedMap.begin(this.#parts, this.#order, part), name: part.file };
    } catch (failure) {
      this.#failed(part.file, mustBeFailure(importFailure(failure, this.#hasMaps)));
    }
  }

  async #end(): Promise<void> {
    await this.#attempt(async (map) => {
      this.#files.push(await map.end());
      this.#current = null;
    });
  }

  /** Goes on with what is being made; a map that cannot be whole is removed. */
  async #attempt(work: (map: ImportedMap) => Promise<void>): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    try {
      await work(current.map);
    } catch (failure) {
      this.#current = null;
      await current.map.discard();
      this.#failed(current.name, mustBeFailure(importFailure(failure, this.#hasMaps)));
    }
  }

  get #hasMaps(): boolean {
    return this.#files.some(({ map }) => map !== null);
  }

  #failed(name: string, { kind, code, message }: Pick<Failure, 'kind' | 'code' | 'message'>): void {
    const nothing = { map: null, title: '', report: null, images: { kept: 0, missing: [] } };
    this.#files.push({ name, ...nothing, problem: { kind, code, message } });
  }
}

/** The failure; a bug, or that nobody waits any more, ends the request. */
function mustBeFailure(cause: unknown): Failure {
  if (cause instanceof Failure && cause.kind !== 'cancelled') return cause;
  throw cause;
}
