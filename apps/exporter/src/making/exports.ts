import {
  type Clock,
  type DocumentView,
  Failure,
  type MapId,
  type PersonId,
  type PrefixName,
  prefixText,
  presentLineage,
} from '@bough/base';
import { docstoreRoutes, type ExportReport, OF_NOBODY } from '@bough/contracts';
import { type CallContext, type Caller, inContext, type Log, type OpenContext, ServiceFailure } from '@bough/service';
import type { RenderJob } from '../drawing/render.ts';
import { fileName } from './file-name.ts';
import { type Images, imagesIn } from './images.ts';
import { Keeping } from './keeping.ts';
import { type MadeFile, nameOfKept, type Options, tryReadKept } from './kept-file.ts';
import { RecentFiles } from './recent-files.ts';
import type { Progress, Renderer, RenderOptions } from './renderer.ts';
import { Shared } from './shared.ts';
import { readSource, type Source } from './source.ts';

// A file is made once for each number of a map and each way to ask for it: who asks for one that is being made waits with the
// first, who asks later gets what was kept. Work goes on as long as somebody waits for it, and no longer.

export interface ExportWish extends Omit<RenderJob, 'document' | 'encoding' | 'images' | 'part'> {
  /** Only what the file would not hold. */
  readonly isReport?: boolean;
  readonly map: MapId;
  /** The map's number; null for the last one. */
  readonly at: number | null;
  /** What of it the person is shown; absent: the whole. */
  readonly view?: DocumentView | undefined;
}
export interface ExportsParts {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly docstore: Pick<Caller, 'call'>;
  readonly renderer: Renderer;
  /** A context of its own for work that several may wait for. */
  readonly openContext: (facts: { readonly deadlineMs: number; readonly person?: PersonId | null }) => OpenContext;
  readonly log: Log;
}
export interface ExportsSettings {
  /** How much memory files that were just made may take. */
  readonly recentBytes: number;
  /** How much those may that wait to be kept: a file beyond that is made anew the next time. */
  readonly keepingBytes: number;
}
export interface Listener {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

const LONGEST_MS = 600_000;
const KEEPING_MS = 30_000;
const READING_MS = 60_000;
const NO_IMAGES: Images = new Map();

/** What names a piece of a file that docstore keeps. */
interface Piece {
  readonly map: MapId;
  readonly name: string;
  readonly piece: number;
}

/** What a file is known by, and who asked for it first: it is kept in their name. */
interface NamedFile {
  readonly prefix: PrefixName;
  readonly name: string;
  readonly by: PersonId | null;
}

/** One file under way, and who waits for it. */
interface Making {
  readonly listeners: Set<Listener>;
  readonly file: Promise<MadeFile>;
  readonly end: (reason: ServiceFailure) => void;
  progress: Progress | null;
}

/** Files of maps. */
export class Exports {
  readonly #parts: ExportsParts;
  readonly #recent: RecentFiles;
  readonly #making = new Map<string, Making>();
  readonly #sources = new Shared<Source>();
  readonly #keeping: Keeping;

  constructor(parts: ExportsParts, settings: ExportsSettings) {
    this.#parts = parts;
    this.#recent = new RecentFiles({ mostBytes: settings.recentBytes });
    const onTrouble = (error: unknown): void =>
      parts.log.warn('an export was not kept: it is made anew the next time', { error });
    this.#keeping = new Keeping({ clock: parts.clock, onTrouble }, { mostBytes: settings.keepingBytes });
  }

  /** The file; rejects with the listener's reason when it leaves. */
  async of(wish: ExportWish, context: CallContext, listener: Listener): Promise<MadeFile> {
    listener.signal.throwIfAborted();
    const { map } = wish;
    const prefix = await this.#prefixOf(wish, context);
    const name = nameOfKept(prefix, optionsOf(wish));
    const key = `${map} ${name}`;
    const recent = this.#made(key);
    if (recent !== null) return recent;
    const making = this.#making.get(key) ?? this.#begin({ prefix, name, key, by: context.person }, wish);
    return await this.#wait(making, listener);
  }

  /** What the file does not hold of the map: of the file itself where it was just made, else foretold. */
  async report(wish: ExportWish, context: CallContext, listener: Listener): Promise<ExportReport> {
    const name = nameOfKept(await this.#prefixOf(wish, context), optionsOf(wish));
    const made = this.#made(`${wish.map} ${name}`) ?? (await this.of({ ...wish, isReport: true }, context, listener));
    return made.report;
  }

  /** Resolves when what was made is kept. */
  async drain(): Promise<void> {
    await this.#keeping.drain();
  }

  #made(key: string): MadeFile | null {
    return this.#recent.get(key) ?? this.#keeping.get(key);
  }

  /** A number alone names nothing: an order that lost its end has other changes under it. */
  async #prefixOf({ map, at }: ExportWish, context: CallContext): Promise<PrefixName> {
    const params = { map, ...OF_NOBODY };
    const { seq, lineages } = await this.#parts.docstore.call(docstoreRoutes.documentState, { params }, context);
    return { lineage: presentLineage(lineages), seq: at ?? seq };
  }

  async #wait(making: Making, listener: Listener): Promise<MadeFile> {
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const leave = (): void => {
      making.listeners.delete(listener);
      const reason = reasonOf(listener.signal);
      if (making.listeners.size === 0) making.end(reason);
      reject(reason);
    };
    listener.signal.addEventListener('abort', leave, { once: true });
    making.listeners.add(listener);
    if (making.progress !== null) listener.onProgress?.(making.progress);
    try {
      return await Promise.race([making.file, gone]);
    } finally {
      making.listeners.delete(listener);
      listener.signal.removeEventListener('abort', leave);
    }
  }

  #begin({ key, ...kept }: NamedFile & { readonly key: string }, wish: ExportWish): Making {
    const open = this.#parts.openContext({ deadlineMs: LONGEST_MS });
    const onProgress = (progress: Progress): void => {
      making.progress = progress;
      for (const listener of making.listeners) listener.onProgress?.(progress);
    };
    // In line since now, however long its map takes to come.
    const options = { signal: open.context.signal, turn: this.#parts.renderer.turn(), onProgress };
    const making: Making = {
      listeners: new Set(),
      progress: null,
      file: this.#make(kept, wish, open.context, options).finally(() => {
        open.close();
        if (this.#making.get(key) === making) this.#making.delete(key);
      }),
      end: (reason) => {
        // Whoever comes now must not wait for what is being ended.
        if (this.#making.get(key) === making) this.#making.delete(key);
        open.abort(reason);
      },
    };
    making.file.catch(() => undefined);
    this.#making.set(key, making);
    return making;
  }

  async #make(
    { prefix, name, by }: NamedFile,
    wish: ExportWish,
    context: CallContext,
    options: RenderOptions,
  ): Promise<MadeFile> {
    const { map } = wish;
    const kept = wish.isReport === true ? null : await this.#kept(map, name, context);
    if (kept !== null) return kept;
    const file = await this.#sources.with(
      `${map} ${prefixText(prefix)} ${wish.view ?? 'whole'}`,
      () => readSource(this.#parts.docstore, wish, (work) => this.#inContext(work)),
      (source) => this.#draw(source, wish, options),
    );
    // Somebody may have changed the map since its number was asked for: then it is of that number.
    const ownName = nameOfKept(file, optionsOf(wish));
    this.#recent.put(`${map} ${ownName}`, file);
    if (wish.isReport !== true) this.#keep(map, { name: ownName, by }, file);
    return file;
  }

  async #inContext<R>(work: (context: CallContext) => Promise<R>): Promise<R> {
    return await inContext(this.#parts.openContext, { deadlineMs: READING_MS }, work);
  }

  async #draw(source: Source, wish: ExportWish, options: RenderOptions): Promise<MadeFile> {
    const { map: _map, at: _at, view: _view, isReport = false, ...look } = wish;
    const { lineage, seq, document, encoding } = source;
    const images = isReport ? NO_IMAGES : await imagesFor(wish, source);
    const job: RenderJob = { ...look, part: isReport ? 'report' : 'whole', document, encoding, images };
    const { bytes, title, extension, mediaType, report } = await this.#parts.renderer.render(job, options);
    return { lineage, seq, name: fileName(title, extension), type: mediaType, bytes, report };
  }

  async #kept(map: MapId, name: string, context: CallContext): Promise<MadeFile | null> {
    const file = await tryReadKept((piece) => this.#tryPiece({ map, name, piece }, context));
    if (file !== null) this.#recent.put(`${map} ${name}`, file);
    return file;
  }

  async #tryPiece(params: Piece, context: CallContext): Promise<Uint8Array | null> {
    try {
      const answer = await this.#parts.docstore.call(docstoreRoutes.readExport, { params }, context);
      return answer.kind === 'bytes' ? answer.bytes : null;
    } catch (failure) {
      if (failure instanceof Failure && failure.kind === 'absent') return null;
      throw failure;
    }
  }

  #keep(map: MapId, { name, by }: Omit<NamedFile, 'prefix'>, file: MadeFile): void {
    const { docstore, openContext } = this.#parts;
    this.#keeping.add(`${map} ${name}`, file, (piece, body) =>
      inContext(openContext, { deadlineMs: KEEPING_MS, person: by }, (context) =>
        docstore.call(docstoreRoutes.keepExport, { params: { map, name, piece }, body }, context),
      ),
    );
  }
}

function optionsOf(wish: ExportWish): Options {
  const { format, view, theme, branch, scale, isTiled, isTransparent, isOutlined, paper, fit, imagesAs, isReport } =
    wish;
  const isPicture = format === 'pdf' || format === 'png' || format === 'svg';
  return {
    format,
    // Files never have what was removed: what is named as of old is of the whole.
    ...(view === undefined || view === 'whole' ? {} : { view }),
    ...(isReport === true ? { report: 'yes' } : {}),
    branch: branch ?? null,
    theme: isPicture ? theme : null,
    scale: format === 'png' ? (scale ?? 2) : null,
    tiles: format === 'png' && isTiled === true ? 'yes' : null,
    transparent: isPicture && isTransparent === true ? 'yes' : null,
    outlined: format === 'svg' && isOutlined === true ? 'yes' : null,
    paper: format === 'pdf' ? (paper ?? 'one') : null,
    fit: format === 'pdf' ? (fit ?? null) : null,
    images: format === 'markdown' ? (imagesAs ?? 'files') : null,
  };
}

function reasonOf(signal: AbortSignal): ServiceFailure {
  if (signal.reason instanceof ServiceFailure) return signal.reason;
  return new ServiceFailure('The client closed the connection.', { kind: 'cancelled', code: 'service/client-gone' });
}

/** A text with its images in it has no place beside it. */
async function imagesFor({ format, imagesAs }: ExportWish, source: Source): Promise<Images> {
  const held = imagesIn(format);
  if (held === 'none') return NO_IMAGES;
  return held === 'pictures' || imagesAs === 'data' ? await source.images() : await source.imagesAndOriginals();
}
