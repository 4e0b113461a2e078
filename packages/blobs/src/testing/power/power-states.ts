import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '@bough/base';
import { FileImage } from './file-image.ts';
import {
  doWrite,
  type FileNode,
  type FolderNode,
  type Node,
  type PendingName,
  type PendingWrite,
  sizeAfter,
} from './recorded-disk.ts';

// What a power cut may leave of a recorded disk. Whatever no flush covered is there or not, each sector of a file and each name for
// itself: a sector is as it was after some number of the writes that touched it, a name stands for what it stood for after some
// number of changes, and the length of a file is one that it had. All combinations are far too many: each way of cutting below is one
// that finds a kind of mistake, and chance fills in the rest.

/** Disks write no less than this at once. */
const SECTOR = 512;

/** Something that no flush covered: a sector of a write, the length that a write gave, or a change of a name. */
export interface Loose {
  readonly change: PendingWrite | PendingName;
  readonly what: 'name' | 'length' | { readonly sector: number };
}

/** Whether it reached the disk. What it was written over, or what came before it under the same name, must have, too. */
export type Keeps = (loose: Loose) => boolean;

/** The ways of cutting, by name. */
export const WAYS = [
  'nothing', // nothing that was not flushed is there
  'all', // as if the power had stayed
  'no bytes', // names and lengths, and zeros where something was written
  'no names', // bytes, and none of the names
  'in order', // everything up to a moment
  'but one', // everything but one change and what built on it
  'only one', // one change alone
  'changes', // each change or not
  'sectors', // each sector, length and name or not
] as const;
export type Way = (typeof WAYS)[number];

/** How this way of cutting decides, once for a state. */
export function keepsBy(way: Way, root: FolderNode, random: Random): Keeps {
  const changes = pendingOf(root).toSorted((a, b) => a.endedAt - b.endedAt);
  const one = changes[Math.floor(random.fraction() * changes.length)];
  const coins = new Map<unknown, boolean>();
  const coin = (of: unknown): boolean => {
    const tossed = coins.get(of) ?? random.fraction() < 0.5;
    coins.set(of, tossed);
    return tossed;
  };
  switch (way) {
    case 'nothing':
      return () => false;
    case 'all':
      return () => true;
    case 'no bytes':
      return ({ what }) => typeof what === 'string';
    case 'no names':
      return ({ what }) => what !== 'name';
    case 'in order':
      return ({ change }) => one !== undefined && change.endedAt <= one.endedAt;
    case 'but one':
      return ({ change }) => change !== one;
    case 'only one':
      return ({ change }) => change === one;
    case 'changes':
      return ({ change }) => coin(change);
    case 'sectors':
      return ({ change, what }) =>
        coin(what === 'name' ? change : what === 'length' ? `length ${change.endedAt}` : what.sector);
  }
}

/** A disk after a power cut. */
export interface PowerState {
  /** By path, the bytes of a file or null for a folder; in an order in which it can be written. */
  readonly left: ReadonlyMap<string, Buffer | null>;
  /** The same for states that are the same. */
  readonly name: string;
}

/** What is left; the bytes are good until the disk goes on. */
export function stateOf(root: FolderNode, keeps: Keeps): PowerState {
  const left = new Map<string, Buffer | null>();
  const parts: (string | number)[] = [];
  const keptNames = new Set<PendingName>();
  // First what was given a new name, then what has lost its old one.
  for (const folder of foldersOf(root)) for (const change of keptOf(folder, keeps, () => true)) keptNames.add(change);
  const walk = (folder: FolderNode, path: string): void => {
    for (const [name, node] of namesOf(folder, keeps, keptNames)) {
      const below = path === '' ? name : `${path}/${name}`;
      parts.push(below, node.id);
      left.set(below, node.kind === 'folder' ? null : bytesOf(node, keeps, parts));
      if (node.kind === 'folder') walk(node, below);
    }
  };
  walk(root, '');
  return { left, name: hash('sha1', parts.join(' ')) };
}

/** Writes what is left below this folder, which is empty. */
export function writeState({ left }: Pick<PowerState, 'left'>, folder: string): void {
  for (const [path, bytes] of left) {
    if (bytes === null) mkdirSync(join(folder, path), { mode: 0o700 });
    else writeFileSync(join(folder, path), bytes, { mode: 0o600 });
  }
}

function namesOf(folder: FolderNode, keeps: Keeps, keptNames: ReadonlySet<PendingName>): ReadonlyMap<string, Node> {
  const names = new Map(folder.flushed);
  const isSafe = ({ newName }: PendingName): boolean => newName === null || isKept(newName, keptNames);
  for (const { name, to } of keptOf(folder, keeps, isSafe)) {
    if (to === null) names.delete(name);
    else names.set(name, to);
  }
  return names;
}

/** The changes of a folder's names that are kept: of each name those before the first that is not. */
function keptOf(
  folder: FolderNode,
  keeps: Keeps,
  isPossible: (change: PendingName) => boolean,
): readonly PendingName[] {
  const ended = new Set<string>();
  return folder.pending.filter((change) => {
    if (ended.has(change.name)) return false;
    if (keeps({ change, what: 'name' }) && isPossible(change)) return true;
    ended.add(change.name);
    return false;
  });
}

/** Whether a name is on the disk: flushed long ago, or kept by chance. */
function isKept(change: PendingName, keptNames: ReadonlySet<PendingName>): boolean {
  return change.isFlushed || keptNames.has(change);
}

/** The bytes that are left of a file; `parts` is told what they are made of. */
function bytesOf(file: FileNode, keeps: Keeps, parts: (string | number)[]): Buffer {
  parts.push(file.version);
  if (file.pending.length === 0) return file.flushed.bytes;
  const left = new FileImage(file.flushed.bytes);
  const lost = new Set<number>();
  let [size, isLengthLost] = [file.flushed.size, false];
  for (const change of file.pending) {
    isLengthLost ||= sizeAfter(size, change) !== size && !keeps({ change, what: 'length' });
    if (!isLengthLost) size = sizeAfter(size, change);
    if (change.bytes === null) {
      if (!isLengthLost) doWrite(left, change);
      continue;
    }
    const end = change.at + change.bytes.length;
    for (let sector = Math.floor(change.at / SECTOR); sector * SECTOR < end; sector++) {
      if (lost.has(sector)) continue;
      if (!keeps({ change, what: { sector } })) {
        lost.add(sector);
        continue;
      }
      const from = Math.max(change.at, sector * SECTOR);
      const bytes = change.bytes.subarray(from - change.at, Math.min(end, (sector + 1) * SECTOR) - change.at);
      doWrite(left, { ...change, at: from, bytes });
      parts.push(change.endedAt, sector);
    }
  }
  left.resize(size);
  parts.push(size);
  return left.bytes;
}

function foldersOf(folder: FolderNode): readonly FolderNode[] {
  const inside = [...folder.names.values(), ...folder.flushed.values()].filter((node) => node.kind === 'folder');
  return [folder, ...[...new Set(inside)].flatMap(foldersOf)];
}

function filesOf(folder: FolderNode): ReadonlySet<FileNode> {
  const files = new Set<FileNode>();
  for (const { names, flushed, pending } of foldersOf(folder)) {
    for (const node of [...names.values(), ...flushed.values(), ...pending.map(({ to }) => to)]) {
      if (node?.kind === 'file') files.add(node);
    }
  }
  return files;
}

/** All that no flush has covered. */
function pendingOf(root: FolderNode): readonly (PendingName | PendingWrite)[] {
  return [
    ...foldersOf(root).flatMap(({ pending }) => pending),
    ...[...filesOf(root)].flatMap(({ pending }) => pending),
  ];
}
