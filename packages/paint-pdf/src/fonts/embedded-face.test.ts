import { SceneTree, type Font, type TextRun } from '@bough/scene';
import { create } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { charactersOf } from './cmap.ts';
import { embeddedFace, facesIn, nameOf, Outliner, textsIn } from '../index.ts';
import { trySubset } from './subset.ts';
import { sfntOfWoff, woffOfSfnt } from './woff.ts';

const FONT: Font = { family: 'sans', size: 20, weight: 400, italic: false };
const TEXTS = ['Étude (fi) AVATAR', 'خريطة ذهنية', 'राष्ट्रीय', '思维导图', 'שלום'];

function runOf(text: string, more: Partial<TextRun> = {}): TextRun {
  return { kind: 'text', text, x: 0, y: 0, width: 100, font: FONT, colour: 'ink', bounds: BOX, ...more };
}

const BOX = { x: 0, y: 0, width: 300, height: 20 };

function sceneOf(runs: readonly TextRun[]): SceneTree {
  const scene = new SceneTree();
  scene.put({ id: 'a', bounds: BOX, build: () => ({ id: 'a', under: [], commands: runs, bounds: BOX }) }, null, 0, 0);
  return scene;
}

/** Where the letters of a text stand, and what they look like. */
function setIn(font: Uint8Array, text: string): unknown {
  const opened = create(Buffer.from(font));
  if (!('layout' in opened)) throw new Error('a collection');
  const { glyphs, positions } = opened.layout(text);
  return { shapes: glyphs.map(({ path }) => path.toSVG()), positions };
}

describe('faces within a document', () => {
  test('[PDF-10] a face has what its texts need and little else, and sets them as the whole face does', () => {
    for (const [face, texts] of textsIn(sceneOf(TEXTS.map((text) => runOf(text))))) {
      const { woff, family } = embeddedFace(face, texts);
      const sfnt = sfntOfWoff(Buffer.from(woff, 'base64'));
      expect(sfnt.length, face.name).toBeLessThan(face.bytes().length / 2);
      for (const text of texts) expect(setIn(sfnt, text), text).toEqual(setIn(face.bytes(), text));
      expect(family).toBe(nameOf(face));
    }
  });

  test('[PDF-10] letters with marks are there as one character and as several, and brackets in pairs', () => {
    const [face] = facesIn(sceneOf([runOf('E\u0301 (')]));
    if (face === undefined) throw new Error('no face');
    const { woff } = embeddedFace(face, ['E\u0301 (']);
    const codes = charactersOf(sfntOfWoff(Buffer.from(woff, 'base64')));
    for (const letter of 'ÉE () ') expect(codes.has(letter.codePointAt(0) ?? 0), letter).toBe(true);
    expect(codes.has(0x5a)).toBe(false);
  });

  test('[PDF-10] packing a font and unpacking it changes nothing, and what is no font is not taken apart', () => {
    const [face] = facesIn(sceneOf([runOf('a')]));
    if (face === undefined) throw new Error('no face');
    const bytes = face.bytes();
    expect(sfntOfWoff(woffOfSfnt(bytes)).equals(bytes)).toBe(true);
    expect(trySubset(new Uint8Array([1, 2, 3]), new Set([0x41]))?.length ?? 0).toBeLessThan(1_000);
  });
});

describe('words as shapes', () => {
  test('[PDF-11] each letter has its shape, wherever it stands, and all of them are as wide as the run', () => {
    const outliner = new Outliner({ han: 'sc' });
    const run = outliner.outlined(runOf('nan'));
    expect(run?.letters.map(({ outline }) => outline.name)).toHaveLength(3);
    expect(run?.letters[0]?.outline).toBe(run?.letters[2]?.outline);
    expect(run?.letters[0]?.outline.path.length).toBeGreaterThan(10);
    expect(run?.down).toBe(0.02);
    const twice = outliner.outlined(runOf('nan', { width: 200 }));
    expect((twice?.across ?? 0) / (run?.across ?? 1)).toBeCloseTo(2, 5);
    expect(outliner.outlined(runOf('a🌳'))).toBeNull();
  });

  test('[PDF-11] words from right to left stand in the order in which they are seen', () => {
    const outliner = new Outliner({ han: 'sc' });
    const [one, other] = ['אב', 'גד'].map((word) => outliner.outlined(runOf(word, { rtl: true })));
    const both = outliner.outlined(runOf('אב גד', { rtl: true }));
    const names = (run: typeof one): readonly string[] => run?.letters.map(({ outline }) => outline.name) ?? [];
    expect(names(both)).toEqual([...names(other), ...names(one)]);
    const places = both?.letters.map(({ x }) => x) ?? [];
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
