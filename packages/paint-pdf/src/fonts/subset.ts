import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// A font of only what a text needs, by HarfBuzz's own subsetter: the characters, whatever shapes they may take beside each other, and
// the rules that lead to them. So it sets that text as the whole font does.

/** What of the subsetter's C functions is used; all numbers are addresses, flags and lengths. */
interface Subsetter {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly _initialize: () => void;
  readonly malloc: (length: number) => number;
  readonly free: (address: number) => void;
  readonly hb_blob_create: (data: number, length: number, mode: number, user: number, destroy: number) => number;
  readonly hb_blob_destroy: (blob: number) => void;
  readonly hb_blob_get_data: (blob: number, length: number) => number;
  readonly hb_blob_get_length: (blob: number) => number;
  readonly hb_face_create: (blob: number, index: number) => number;
  readonly hb_face_destroy: (face: number) => void;
  readonly hb_face_reference_blob: (face: number) => number;
  readonly hb_set_add: (set: number, code: number) => void;
  readonly hb_subset_input_create_or_fail: () => number;
  readonly hb_subset_input_destroy: (input: number) => void;
  readonly hb_subset_input_unicode_set: (input: number) => number;
  readonly hb_subset_or_fail: (face: number, input: number) => number;
}

const READ_ONLY = 1;
let opened: Subsetter | null = null;

/** The font with these characters alone; null when the subsetter cannot take it: then it is used whole. */
export function trySubset(sfnt: Uint8Array, characters: ReadonlySet<number>): Buffer | null {
  opened ??= openSubsetter();
  const hb = opened;
  const data = hb.malloc(sfnt.length);
  new Uint8Array(hb.memory.buffer, data, sfnt.length).set(sfnt);
  const blob = hb.hb_blob_create(data, sfnt.length, READ_ONLY, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_unicode_set(input);
  for (const code of characters) hb.hb_set_add(wanted, code);
  const made = hb.hb_subset_or_fail(face, input);
  const subset = made === 0 ? null : bytesOf(hb, made);
  if (made !== 0) hb.hb_face_destroy(made);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  hb.free(data);
  return subset;
}

function bytesOf(hb: Subsetter, face: number): Buffer | null {
  const blob = hb.hb_face_reference_blob(face);
  const length = hb.hb_blob_get_length(blob);
  const bytes =
    length === 0 ? null : Buffer.from(new Uint8Array(hb.memory.buffer, hb.hb_blob_get_data(blob, 0), length));
  hb.hb_blob_destroy(blob);
  return bytes;
}

function openSubsetter(): Subsetter {
  const path = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
  const engine: unknown = Reflect.get(globalThis, 'WebAssembly');
  if (!isEngine(engine)) throw new Error('this Node runs no WebAssembly');
  const { exports } = new engine.Instance(new engine.Module(readFileSync(path)));
  if (!isSubsetter(exports)) throw new Error('the subsetter has other functions than it used to have');
  exports._initialize();
  return exports;
}

const FUNCTIONS = [
  '_initialize',
  'malloc',
  'free',
  'hb_blob_create',
  'hb_blob_destroy',
  'hb_blob_get_data',
  'hb_blob_get_length',
  'hb_face_create',
  'hb_face_destroy',
  'hb_face_reference_blob',
  'hb_set_add',
  'hb_subset_input_create_or_fail',
  'hb_subset_input_destroy',
  'hb_subset_input_unicode_set',
  'hb_subset_or_fail',
] as const;

/** As Node has it; the language's own types leave it to browsers. */
interface Engine {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
}

function isEngine(value: unknown): value is Engine {
  return typeof value === 'object' && value !== null && 'Module' in value && 'Instance' in value;
}

function isSubsetter(exports: object): exports is Subsetter {
  const found = new Map<string, unknown>(Object.entries(exports));
  const memory = found.get('memory');
  const hasMemory = typeof memory === 'object' && memory !== null && 'buffer' in memory;
  return hasMemory && FUNCTIONS.every((name) => typeof found.get(name) === 'function');
}
