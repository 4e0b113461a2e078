export { changesOf, type DraftChanges, type Making, mapOf } from './draft-to-map.ts';
export { type FormatFacts, FORMATS, type ReadableFormat, type WritableFormat } from './formats.ts';
export { type FileRead, type FileRefusal, readFile } from './read-file.ts';
export { draftOf } from './shared/draft-of-map.ts';
export type { Draft, DraftItem, DraftLink } from './shared/draft.ts';
export type { NoteKind, Report, ReportNote, Tally } from './shared/report.ts';
export { type FileWritten, writeFile, type WriteOptions } from './write-file.ts';
