import type { MapId } from '@bough/base';
import { go } from '../shell/router.ts';
import { mapAddress } from '../shell/screen.ts';
import { importFileWords } from '../words/screens/import-file-words.ts';
import { importWords } from '../words/screens/import-words.ts';
import { FileReading, UnreadFile } from './file-reader.ts';
import { type ImportPlace, type ImportProgress, type MadeMap, makeImported } from './make-imported.ts';
import { type Patience, waitingWith } from './patience.ts';
import { type ReadyFile, readyImages } from './ready-images.ts';

/** What became of one file of several. */
export type LineState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'working'; readonly progress: ImportProgress | null }
  | { readonly kind: 'made'; readonly made: MadeMap; readonly ready: Pick<ReadyFile, 'file' | 'drawn'> }
  /** `isFinal`: the file is the reason, so trying it again ends the same. */
  | { readonly kind: 'failed'; readonly why: string; readonly isFinal: boolean }
  | { readonly kind: 'stopped' };
/** Whether the file may become a map when it is tried again. */
export function mayWorkAgain(state: LineState): boolean {
  return state.kind === 'stopped' || (state.kind === 'failed' && !state.isFinal);
}
export interface Line {
  readonly name: string;
  readonly state: LineState;
}
export type ImportState =
  | { readonly kind: 'choosing'; readonly problem: string | null }
  | { readonly kind: 'reading'; readonly name: string }
  | { readonly kind: 'read'; readonly name: string; readonly ready: ReadyFile }
  | { readonly kind: 'making'; readonly progress: ImportProgress | null; readonly waitS: number | null }
  | { readonly kind: 'made'; readonly made: MadeMap }
  | {
      readonly kind: 'many';
      readonly lines: readonly Line[];
      readonly isRunning: boolean;
      readonly waitS: number | null;
      /** Files of an archive that Bough does not read. */
      readonly others: readonly string[];
    };
export const BEFORE_IMPORT: ImportState = { kind: 'choosing', problem: null };

interface ImportSessionParts {
  readonly place: ImportPlace;
  readonly onState: (state: ImportState) => void;
  /** A map was made, or branches grew, and there is nothing more to tell. */
  readonly onDone: () => void;
}
/** A file to import, or why an archive does not give it. */
type Source = { readonly name: string; readonly file: File } | { readonly name: string; readonly refusal: string };

/** One file after the other becomes a map; a single one is reported on first. Ends with `close`, whatever it is doing. */
export class ImportSession {
  readonly #parts: ImportSessionParts;
  #state: ImportState = BEFORE_IMPORT;
  #stop = new AbortController();
  #reading: FileReading | null = null;
  #sources: readonly Source[] = [];

  constructor(parts: ImportSessionParts) {
    this.#parts = parts;
  }

  /** Reads one file and says what it found; of several, and of archives of several, maps are made at once. */
  async choose(files: readonly File[]): Promise<void> {
    const stop = this.#restart();
    const [first] = files;
    if (first === undefined) return;
    this.#set({ kind: 'reading', name: first.name });
    try {
      const { sources, others } = await this.#unpacked(files);
      if (stop.signal.aborted) return;
      const [only] = sources;
      if (sources.length === 1 && others.length === 0 && only !== undefined && 'file' in only)
        return await this.#readOne(only.file);
      this.#sources = sources;
      const lines = sources.map(({ name }): Line => ({ name, state: { kind: 'waiting' } }));
      this.#set({ kind: 'many', lines, isRunning: true, waitS: null, others });
      await this.#makeAll();
    } catch (cause) {
      if (!stop.signal.aborted) this.#set({ kind: 'choosing', problem: problemOf(first.name, cause) });
    }
  }

  /** Makes the map of the file that was read. */
  async make(): Promise<void> {
    const [state, reading] = [this.#state, this.#reading];
    if (state.kind !== 'read' || reading === null) return;
    const { name, ready } = state;
    const stop = this.#stop;
    this.#set({ kind: 'making', progress: null, waitS: null });
    try {
      const onProgress = (progress: ImportProgress): void => this.#change('making', { progress });
      const imported = { ready, place: this.#parts.place, patience: this.#patience(stop), onProgress };
      const made = await makeImported(reading, imported);
      if (!made.ok) this.#set({ kind: 'choosing', problem: importFileWords().refused(name, made.error) });
      else if (made.value.troubles.length > 0) this.#set({ kind: 'made', made: made.value });
      else this.open(made.value.map);
    } catch (cause) {
      const problem = stop.signal.aborted ? importWords().stopped : problemOf(name, cause);
      this.#set({ kind: 'choosing', problem });
    }
  }

  /** Goes to a map that was made. */
  open(map: MapId): void {
    if (this.#parts.place.kind === 'map') go(mapAddress(map));
    this.#parts.onDone();
  }

  /** Once more for the files that failed and may work now, or were not reached. */
  async retry(): Promise<void> {
    if (this.#state.kind !== 'many') return;
    this.#stop = new AbortController();
    const lines = this.#state.lines.map((line): Line =>
      mayWorkAgain(line.state) ? { ...line, state: { kind: 'waiting' } } : line,
    );
    this.#set({ ...this.#state, lines, isRunning: true });
    await this.#makeAll();
  }

  /** Stops after the request that is under way; what is whole stays. */
  stop(): void {
    this.#stop.abort(new DOMException('Stopped.', 'AbortError'));
    this.#reading?.close();
  }

  close(): void {
    this.stop();
  }

  #restart(): AbortController {
    this.stop();
    this.#stop = new AbortController();
    return this.#stop;
  }

  async #unpacked(files: readonly File[]): Promise<{ readonly sources: Source[]; readonly others: string[] }> {
    const [sources, others] = [new Array<Source>(), new Array<string>()];
    for (const file of files) {
      const found = this.#parts.place.kind === 'map' && /\.zip$/i.test(file.name) ? await this.#unpack(file) : null;
      if (found === null || found.files === null) {
        sources.push({ name: file.name, file });
        continue;
      }
      others.push(...found.others);
      for (const { name, bytes, refusal } of found.files)
        sources.push(bytes === null ? { name, refusal } : { name, file: new File([bytes], name) });
    }
    return { sources, others };
  }

  async #unpack(file: File) {
    this.#reading = new FileReading();
    try {
      return await this.#reading.unpack(file);
    } finally {
      this.#reading.close();
    }
  }

  async #readOne(file: File): Promise<void> {
    const stop = this.#stop;
    try {
      const { name } = file;
      const ready = await this.#ready(file, stop);
      if (!stop.signal.aborted) this.#set({ kind: 'read', name, ready });
    } catch (cause) {
      if (!stop.signal.aborted) this.#set({ kind: 'choosing', problem: problemOf(file.name, cause) });
    }
  }

  /** Leaves the reading open: it keeps what was read until the map is made of it. */
  async #ready(file: File, stop: AbortController): Promise<ReadyFile> {
    const { place } = this.#parts;
    this.#reading = new FileReading();
    const read = await this.#reading.read(file);
    return await readyImages(read, { into: place.kind === 'branch' ? place.map : null, signal: stop.signal });
  }

  async #makeAll(): Promise<void> {
    const stop = this.#stop;
    for (const [at, source] of this.#sources.entries()) {
      if (this.#state.kind !== 'many' || this.#state.lines[at]?.state.kind !== 'waiting') continue;
      if (stop.signal.aborted) this.#line(at, { kind: 'stopped' });
      else if ('refusal' in source)
        this.#line(at, { kind: 'failed', why: importFileWords().sentence(source.refusal), isFinal: true });
      else this.#line(at, await this.#makeOne(at, source.file, stop));
    }
    this.#change('many', { isRunning: false, waitS: null });
  }

  async #makeOne(at: number, file: File, stop: AbortController): Promise<LineState> {
    this.#line(at, { kind: 'working', progress: null });
    try {
      const ready = await this.#ready(file, stop);
      const onProgress = (progress: ImportProgress): void => this.#line(at, { kind: 'working', progress });
      const patience = this.#patience(stop);
      const reading = this.#reading;
      if (reading === null) return { kind: 'stopped' };
      const made = await makeImported(reading, {
        ready,
        place: this.#parts.place,
        patience,
        onProgress,
      });
      if (!made.ok) return { kind: 'failed', why: made.error, isFinal: false };
      const troubles = [...ready.troubles, ...made.value.troubles];
      return { kind: 'made', made: { ...made.value, troubles }, ready: { file: ready.file, drawn: ready.drawn } };
    } catch (cause) {
      return stop.signal.aborted
        ? { kind: 'stopped' }
        : { kind: 'failed', why: whyOf(cause), isFinal: isRefused(cause) };
    } finally {
      this.#reading?.close();
    }
  }

  #patience({ signal }: AbortController): Patience {
    const onWait = (waitS: number | null): void => {
      this.#change('making', { waitS });
      this.#change('many', { waitS });
    };
    return { signal, wait: waitingWith(signal), onWait };
  }

  #line(at: number, state: LineState): void {
    if (this.#state.kind !== 'many') return;
    this.#change('many', { lines: this.#state.lines.map((line, i) => (i === at ? { ...line, state } : line)) });
  }

  /** Changes the state while it is of that kind. */
  #change<K extends ImportState['kind']>(kind: K, more: Partial<Extract<ImportState, { kind: K }>>): void {
    if (this.#state.kind === kind) this.#set({ ...this.#state, ...more });
  }

  #set(state: ImportState): void {
    this.#state = state;
    this.#parts.onState(state);
  }
}

function problemOf(name: string, cause: unknown): string {
  if (!(cause instanceof UnreadFile)) return importFileWords().broke(name);
  if (cause.isTooLong) return importFileWords().tooLong(name);
  return cause.message === ''
    ? importFileWords().broke(name)
    : importFileWords().refused(name, importFileWords().sentence(cause.message));
}

/** Whether the file was read and is none, which no second try changes. */
function isRefused(cause: unknown): boolean {
  return cause instanceof UnreadFile && !cause.isTooLong && cause.message !== '';
}

/** Why a file that stands on a line of its own was not read. */
function whyOf(cause: unknown): string {
  if (!(cause instanceof UnreadFile)) return importWords().unreadable;
  if (cause.isTooLong) return importWords().readTooLong;
  return cause.message === '' ? importWords().unreadable : importFileWords().sentence(cause.message);
}
