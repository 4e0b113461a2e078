import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Face } from '@bough/paint-pdf';
import { Resvg } from '@resvg/resvg-js';

// The SVG as pixels. The library reads faces from files alone, so those that are used are put into a folder of this thread.

/** Pixels of one picture at most: four bytes each are taken for them. */
const MOST_PIXELS = 100_000_000;

let folder: string | null = null;
const written = new Map<Face, string>();

export interface PngOptions {
  readonly faces: readonly Face[];
  /** Pixels for each of the map's. */
  readonly scale: number;
}

/** The picture as PNG, in a smaller scale where it would take more memory than there is. */
export function paintPng(svg: string, { faces, scale }: PngOptions): Uint8Array {
  const [, width = 1, height = 1] = (/<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []).map(Number);
  const zoom = Math.min(scale, Math.sqrt(MOST_PIXELS / (width * height)));
  const font = {
    loadSystemFonts: false,
    fontFiles: faces.map(fileOf),
    defaultFontFamily: 'Inter',
    sansSerifFamily: 'Inter',
    monospaceFamily: 'Inter',
  };
  return new Resvg(svg, { font, fitTo: { mode: 'zoom', value: zoom } }).render().asPng();
}

function fileOf(face: Face): string {
  const known = written.get(face);
  if (known !== undefined) return known;
  if (folder === null) {
    const made = mkdtempSync(join(tmpdir(), 'bough-faces-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  const file = join(folder, `${face.name}.ttf`);
  writeFileSync(file, face.bytes());
  written.set(face, file);
  return file;
}
