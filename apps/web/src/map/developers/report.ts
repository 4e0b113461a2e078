import { unreachable } from '@bough/base';
import type { JournalSize } from '@bough/editor/journal-size';
import type { EditorSnapshot, LineFacts } from '@bough/editor';
import { language } from '../../words/index.ts';
import { developerWords } from '../../words/screens/developer-words.ts';
import type { ServerVersion } from './build.ts';
import type { FrameTimes } from './frame-times.ts';
import type { RequestTime } from './request-time.ts';
import type { RoundTrips } from './round-trips.ts';

// What was measured, as it is shown and as it is copied. Numbers, names of routes and words of Bough: no title, no item, no name, no address
// and no id of a map or person.

/** Everything that one look found. */
export interface Look {
  readonly status: EditorSnapshot['status'];
  readonly refused: number;
  /** Others who have the map open. */
  readonly others: number;
  readonly line: Omit<LineFacts, 'socket'> | null;
  readonly trips: RoundTrips;
  readonly frames: FrameTimes | null;
  /** The last ones first. */
  readonly requests: readonly RequestTime[];
  readonly files: { readonly count: number; readonly bytes: number };
  /** null: the browser does not say. */
  readonly memoryBytes: number | null;
  readonly nodes: number;
  readonly canvases: readonly { readonly width: number; readonly height: number }[];
  /** null: nothing is kept, or it is not known yet. */
  readonly journal: JournalSize | null;
  readonly page: { readonly build: string | null; readonly protocol: string };
  /** undefined: it has not answered yet; null: it does not answer. */
  readonly server: ServerVersion | null | undefined;
  readonly browser: string;
  readonly window: string;
}

/** One measured thing. */
export interface Row {
  readonly key: string;
  readonly name: string;
  readonly value: string;
  /** Of what it is made, for a request. */
  readonly parts?: readonly string[];
}
export interface Section {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly Row[];
  /** Stands where there are no rows, or below them. */
  readonly note?: string;
}

/** The look in the page's language. */
export function reportOf(look: Look): readonly Section[] {
  const words = developerWords();
  return [
    { key: 'sync', title: words.sync, rows: syncRows(look) },
    { key: 'frames', title: words.frames, rows: frameRows(look.frames) },
    { key: 'requests', title: words.requests, rows: look.requests.map(requestRow), ...requestsNote(look.requests) },
    { key: 'sizes', title: words.sizes, rows: sizeRows(look) },
    { key: 'versions', title: words.versions, rows: versionRows(look) },
  ];
}

/** The report as text to send along. */
export function textOf(report: readonly Section[], at: Date): string {
  const sections = report.map(({ title, rows, note }) => {
    const lines = rows.map(
      ({ name, value, parts }) => `  ${name}: ${value}${parts === undefined ? '' : ` (${parts.join(' · ')})`}`,
    );
    return [title, ...lines, ...(note === undefined ? [] : [`  ${note}`])].join('\n');
  });
  return `Bough, ${at.toISOString()}\n\n${sections.join('\n\n')}\n`;
}

function syncRows({ status, refused, others, line, trips }: Look): Row[] {
  const words = developerWords();
  const { lastMs, p50, worstMs, waitingMs } = trips;
  const took =
    lastMs === null || p50 === null || worstMs === null ? null : words.trips(ms(lastMs), ms(p50), ms(worstMs));
  const isLate = waitingMs !== null && waitingMs > 1_000;
  return [
    row('state', words.state, words.states[status.kind]),
    row('unsent', words.unsent, number('unsent' in status ? status.unsent : 0)),
    row('refused', words.refused, number(refused)),
    row('unmirrored', words.unmirrored, line?.unmirrored == null ? words.none : number(line.unmirrored)),
    row(
      'shown',
      words.shown,
      line?.lineage == null ? words.none : words.shownAt(number(line.seq), line.lineage.slice(0, 8)),
    ),
    row('trip', words.roundTrip, isLate ? words.waiting(ms(waitingMs)) : (took ?? words.none)),
    row('connections', words.connections, line === null ? words.none : words.reconnects(number(line.attempts))),
    row('people', words.people, number(others + 1)),
  ];
}

function frameRows(frames: FrameTimes | null): Row[] {
  const words = developerWords();
  if (frames === null) return [row('frame', words.frame, words.none)];
  return [
    row('frame', words.frame, words.gaps(ms(frames.p50), ms(frames.p95), ms(frames.longestMs))),
    row('long', words.long, number(frames.long)),
    row('dropped', words.dropped, number(frames.dropped)),
  ];
}

function requestRow({ at, what, ms: tookMs, hops, end }: RequestTime, index: number): Row {
  const words = developerWords();
  const parts = hops.map(({ name, ms: hopMs }) => `${words.hops[name]} ${ms(hopMs)}`);
  return { ...row(`${at} ${index}`, what, `${ms(tookMs)}, ${endOf(end)}`), ...(parts.length === 0 ? {} : { parts }) };
}

function endOf(end: RequestTime['end']): string {
  const words = developerWords();
  switch (end.kind) {
    case 'kept':
      return words.kept;
    case 'broken':
      return words.broken;
    case 'refused':
      return words.status(String(end.status));
    case 'came':
      return bytes(end.bytes);
    default:
      return unreachable(end);
  }
}

function requestsNote(requests: readonly RequestTime[]): { readonly note?: string } {
  const words = developerWords();
  if (requests.length === 0) return { note: words.noRequests };
  return requests.every(({ hops }) => hops.length === 0) ? { note: words.untold } : {};
}

function sizeRows({ line, journal, memoryBytes, nodes, canvases, files }: Look): Row[] {
  const words = developerWords();
  const kept = journal === null ? words.none : words.journalIs(bytes(journal.bytes), number(journal.changes));
  return [
    row('items', words.items, line === null ? words.none : number(line.items)),
    row('document', words.document, journal === null ? words.none : bytes(journal.documentBytes)),
    row('journal', words.journal, kept),
    row('memory', words.memory, memoryBytes === null ? words.none : bytes(memoryBytes)),
    row('nodes', words.nodes, number(nodes)),
    row('canvas', words.canvas, canvases.map(({ width, height }) => `${width} × ${height}`).join(', ') || words.none),
    row('files', words.files, words.filesAre(number(files.count), bytes(files.bytes))),
  ];
}

function versionRows({ page, server, browser, window }: Look): Row[] {
  const words = developerWords();
  const build = (of: { readonly build: string | null; readonly protocol: string | null }): string =>
    words.build(of.build ?? words.none, of.protocol ?? words.none);
  const told = server === undefined ? words.none : server === null ? words.away : build(server);
  return [
    row('page', words.page, build(page)),
    row('server', words.server, told),
    row('browser', words.browser, browser),
    row('window', words.window, window),
  ];
}

function row(key: string, name: string, value: string): Row {
  return { key, name, value };
}

function number(value: number, digits = 0): string {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Below ten to a tenth. */
function ms(value: number): string {
  return `${number(value, value < 10 ? 1 : 0)} ms`;
}

function bytes(value: number): string {
  if (value < 1_000) return `${number(value)} B`;
  return value < 1_000_000 ? `${number(value / 1_000, 1)} KB` : `${number(value / 1_000_000, 1)} MB`;
}
