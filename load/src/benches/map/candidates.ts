import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { must } from '@bough/base';
import {
  apply,
  type Applied,
  type Change,
  childrenOf,
  decodeChanges,
  decodeMap,
  encodeChanges,
  encodeMap,
  type ItemId,
  type MindMap,
  type Op,
} from '@bough/map';
import { LoroDoc, LoroText, type LoroTree, type TreeID } from 'loro-crdt';
import { applyUpdate, Doc, encodeStateAsUpdate, Map as YMap, Text as YText } from 'yjs';

// The three candidates: each takes every change, gives its stored bytes, and reads a tree back from them. Reading means that
// every item was reached from the roots, in order, and its text looked at.

/** What reading found: the same for all candidates, or the comparison is of different maps. */
interface Found {
  readonly items: number;
  readonly units: number;
}

export const CANDIDATES = ['bough', 'yjs', 'loro'] as const;
export type CandidateName = (typeof CANDIDATES)[number];

/** How the log compresses what it keeps (SMALL_LEVEL of packages/blobs). */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };
/** The log seals its tail at this many bytes of lines. */
const SEGMENT_BYTES = 64 * 1024;
/** What a sealed segment has besides its lines: header, hash chain, nonce, tag. */
const SEGMENT_EXTRA = 320;

/** The bytes of the changes as sealed segments. */
export function sealedBytes(changes: readonly Change[]): number {
  return segmentsOf(changes).reduce((sum, segment) => sum + segment.length + SEGMENT_EXTRA, 0);
}

/** The changes as the log's segments, compressed. */
export function segmentsOf(changes: readonly Change[]): Buffer[] {
  const segments: Buffer[] = [];
  let from = 0;
  let size = 0;
  changes.forEach((change, i) => {
    size += encodeChanges([change]).length + 1;
    if (size < SEGMENT_BYTES && i < changes.length - 1) return;
    segments.push(zstdCompressSync(encodeChanges(changes.slice(from, i + 1)), ZSTD));
    from = i + 1;
    size = 0;
  });
  return segments;
}

/** Applies what the segments hold to the map; milliseconds for the applying alone, and with unpacking and parsing. */
export function replaySegments(
  map: MindMap,
  segments: readonly Buffer[],
): { readonly applyMs: number; readonly wholeMs: number } {
  let applyMs = 0;
  const startedAt = performance.now();
  for (const segment of segments) {
    const changes = must(decodeChanges(zstdDecompressSync(segment).toString('utf8')));
    const from = performance.now();
    for (const change of changes) must(apply(map, change));
    applyMs += performance.now() - from;
  }
  return { applyMs, wholeMs: performance.now() - startedAt };
}

/** A snapshot, and behind it the changes since, as docstore opens a map. */
export function packBough(snapshot: MindMap, tail: readonly Change[]): Buffer {
  const head = zstdCompressSync(encodeMap(snapshot), ZSTD);
  const rest = zstdCompressSync(encodeChanges(tail), ZSTD);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, rest]);
}

/** Reads the candidate's bytes; the answer's `kept` keeps what was read alive for whoever measures memory. */
export function read(name: CandidateName, bytes: Buffer): { readonly found: Found; readonly kept: unknown } {
  if (name === 'bough') return readBough(bytes);
  return name === 'yjs' ? readYjs(bytes) : readLoro(bytes);
}

function readBough(bytes: Buffer): { found: Found; kept: unknown } {
  const headEnd = 4 + bytes.readUInt32LE(0);
  const map = must(decodeMap(zstdDecompressSync(bytes.subarray(4, headEnd)).toString('utf8')));
  const tail = must(decodeChanges(zstdDecompressSync(bytes.subarray(headEnd)).toString('utf8')));
  for (const change of tail) must(apply(map, change));
  let items = 0;
  let units = 0;
  const visit = (id: ItemId): void => {
    items++;
    units += map.items.get(id)?.text.length ?? 0;
    for (const child of childrenOf(map, id)) visit(child);
  };
  for (const id of childrenOf(map, null)) visit(id);
  return { found: { items, units }, kept: map };
}

/** Items by id, each with parent, order key, text, and what else is set. */
export class YjsWriter {
  readonly #doc = new Doc();
  readonly #items = this.#doc.getMap<YMap<unknown>>('items');

  take(change: Change, applied: Applied): void {
    this.#doc.transact(() => {
      for (const op of change.ops) this.#takeOp(op, applied);
    });
  }

  bytes(): Uint8Array {
    return encodeStateAsUpdate(this.#doc);
  }

  #takeOp(op: Op, applied: Applied): void {
    if (op.kind === 'add') {
      const item = new YMap<unknown>();
      item.set('parent', op.parent);
      item.set('order', op.order);
      item.set('text', new YText(op.fields.text ?? ''));
      this.#items.set(op.id, item);
    } else if (op.kind === 'remove') {
      for (const id of applied.touched.removed) this.#items.delete(id);
    } else if (op.kind === 'splice') {
      const text = this.#items.get(op.id)?.get('text');
      if (!(text instanceof YText)) throw new Error('no text');
      if (op.remove > 0) text.delete(op.at, op.remove);
      text.insert(op.at, op.insert);
    } else if (op.kind === 'move') {
      this.#items.get(op.id)?.set('parent', op.parent);
      this.#items.get(op.id)?.set('order', op.order);
    } else if (op.kind === 'set') {
      for (const [name, value] of Object.entries(op.fields)) this.#items.get(op.id)?.set(name, value);
    }
  }
}

function readYjs(bytes: Buffer): { found: Found; kept: unknown } {
  const doc = new Doc();
  applyUpdate(doc, bytes);
  const children = new Map<unknown, { id: string; order: string; item: YMap<unknown> }[]>();
  for (const [id, item] of doc.getMap<YMap<unknown>>('items')) {
    const parent = item.get('parent');
    const one = { id, order: String(item.get('order')), item };
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [one]);
    else siblings.push(one);
  }
  for (const siblings of children.values()) {
    siblings.sort((a, b) => (a.order === b.order ? (a.id < b.id ? -1 : 1) : a.order < b.order ? -1 : 1));
  }
  let items = 0;
  let units = 0;
  const visit = (parent: string | null): void => {
    for (const { id, item } of children.get(parent) ?? []) {
      items++;
      const text = item.get('text');
      units += text instanceof YText ? text.length : 0;
      visit(id);
    }
  };
  visit(null);
  return { found: { items, units }, kept: [doc, children] };
}

/** A movable tree, each node with a text and what else is set. */
export class LoroWriter {
  readonly #doc = new LoroDoc();
  readonly #tree: LoroTree = this.#doc.getTree('items');
  readonly #nodes = new Map<ItemId, TreeID>();
  #taken = 0;

  take(change: Change, map: MindMap): void {
    for (const op of change.ops) this.#takeOp(op, map);
    if (++this.#taken % 1000 === 0) this.#doc.commit();
  }

  bytes(): Uint8Array {
    this.#doc.commit();
    return this.#doc.export({ mode: 'snapshot' });
  }

  #takeOp(op: Op, map: MindMap): void {
    if (op.kind === 'add') {
      const node = this.#tree.createNode(this.#parent(op.parent), childrenOf(map, op.parent).indexOf(op.id));
      this.#nodes.set(op.id, node.id);
      node.data.setContainer('text', new LoroText()).insert(0, op.fields.text ?? '');
    } else if (op.kind === 'move') {
      this.#tree.move(this.#node(op.id), this.#parent(op.parent), childrenOf(map, op.parent).indexOf(op.id));
    } else if (op.kind === 'remove') {
      this.#tree.delete(this.#node(op.id));
    } else if (op.kind === 'splice') {
      const text = this.#tree.getNodeByID(this.#node(op.id))?.data.get('text');
      if (!(text instanceof LoroText)) throw new Error('no text');
      if (op.remove > 0) text.delete(op.at, op.remove);
      text.insert(op.at, op.insert);
    } else if (op.kind === 'set') {
      const data = this.#tree.getNodeByID(this.#node(op.id))?.data;
      for (const [name, value] of Object.entries(op.fields)) data?.set(name, value);
    }
  }

  #parent(id: ItemId | null): TreeID | undefined {
    return id === null ? undefined : this.#node(id);
  }

  #node(id: ItemId): TreeID {
    const node = this.#nodes.get(id);
    if (node === undefined) throw new Error(`no node ${id}`);
    return node;
  }
}

interface LoroRow {
  readonly meta: { readonly text?: string };
  readonly children: readonly LoroRow[];
}

function readLoro(bytes: Buffer): { found: Found; kept: unknown } {
  const doc = new LoroDoc();
  doc.import(bytes);
  const roots = doc.getTree('items').toJSON() as readonly LoroRow[];
  let items = 0;
  let units = 0;
  const visit = (row: LoroRow): void => {
    items++;
    units += row.meta.text?.length ?? 0;
    row.children.forEach(visit);
  };
  roots.forEach(visit);
  return { found: { items, units }, kept: [doc, roots] };
}
