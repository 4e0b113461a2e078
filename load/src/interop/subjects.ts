import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Draft, draftOf, mapOf, readFile } from '@bough/formats';
import { encodeMap, type MindMap } from '@bough/map';
import { makingOf } from '../same/gallery.ts';

/** A map that is written, and what it has. */
export interface Subject {
  readonly name: string;
  readonly draft: Draft;
  readonly document: string;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** Every file below a folder, in the order of their names. */
export function filesBelow(root: string): { name: string; bytes: Uint8Array }[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return files.map((file) => ({ name: relative(root, file), bytes: readFileSync(file) }));
}

/** Every file below a folder: a map, or the sentence with which it was refused. */
export function subjectsBelow(root: string): { subjects: Subject[]; refused: string[] } {
  const subjects: Subject[] = [];
  const refused: string[] = [];
  for (const { name, bytes } of filesBelow(root)) {
    const subject = subjectIn(name, bytes);
    if (typeof subject === 'string') refused.push(`${name}: ${subject}`);
    else subjects.push(subject);
  }
  return { subjects, refused };
}

function subjectIn(name: string, bytes: Uint8Array): Subject | string {
  const read = readFile(name, bytes);
  if (!read.ok) return read.error.message;
  const images = new Map<string, Uint8Array>();
  const place = (path: string): string => {
    const source = `asset:${images.size.toString(16).padStart(64, '0')}`;
    images.set(source, read.value.draft.files.get(path) ?? new Uint8Array());
    return source;
  };
  const map = mapOf(read.value.draft, { ...makingOf(1), place });
  return map.ok ? subjectOf(name, map.value, images) : map.error.message;
}

/** This map under this name. */
export function subjectOf(name: string, map: MindMap, images: Subject['images'] = new Map()): Subject {
  return { name, draft: draftOf(map), document: encodeMap(map), images };
}
