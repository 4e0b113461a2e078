export { changesOf, type DraftChanges, mapOf } from './draft-to-map.ts';
export type { WritableFormat } from './formats.ts';
export { type FileRead, readFile } from './read-file.ts';
export { draftOf } from './shared/draft-of-map.ts';
export type { Draft } from './shared/draft.ts';
export type { Report, ReportNote, Tally } from './shared/report.ts';
export { isWritable } from './formats.ts';
export { writeFile } from './write-file.ts';
export { plainWords } from './shared/text/plain-words.ts';
