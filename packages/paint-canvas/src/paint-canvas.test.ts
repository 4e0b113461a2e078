import { type Command, createPalette, type Group, polyline, roundedRect, SceneTree } from '@bough/scene';
import { describe, expect, test } from 'vitest';
import { createCanvasPainter, FAR_SCALE, type PaintOptions, type Surface } from './index.ts';

// A canvas that writes down what is asked of it, with the transform of the moment; paths are their own record.

const BOX = { x: 0, y: 0, width: 100, height: 20 };
const FONT = { family: 'sans', size: 13, weight: 400, italic: false } as const;
const palette = createPalette('light');

class Record {
  readonly calls: string[] = [];
  readonly alphas: unknown[] = [];
  readonly surface: Surface;

  constructor() {
    const { calls, alphas } = this;
    const state = {
      fillStyle: '',
      strokeStyle: '',
      globalAlpha: 1,
      lineWidth: 1,
      lineCap: 'butt',
      lineJoin: 'miter',
      font: '',
      direction: 'ltr',
      textAlign: 'start',
      textBaseline: 'alphabetic',
      textRendering: 'auto',
    } as const;
    const methods = new Set(
      'save restore setTransform beginPath moveTo lineTo bezierCurveTo closePath rect clip fill stroke fillRect fillText drawImage setLineDash'.split(
        ' ',
      ),
    );
    this.surface = new Proxy<Surface>({ ...state } as unknown as Surface, {
      get(target, name) {
        if (methods.has(String(name))) {
          return (...args: unknown[]) => {
            const shown = args.map((one) => (typeof one === 'object' ? 'path' : `${one as string | number}`)).join(' ');
            calls.push(`${String(name)} ${shown}`.trim());
          };
        }
        return Reflect.get(target, name);
      },
      set(target, name, value) {
        if (name === 'globalAlpha') alphas.push(value);
        return Reflect.set(target, name, value);
      },
    });
  }

  count(start: string): number {
    return this.calls.filter((one) => one.startsWith(start)).length;
  }
}

const noPath = (): never => {
  const sink = { moveTo() {}, lineTo() {}, bezierCurveTo() {}, closePath() {} };
  return sink as never;
};

function sceneOf(count: number): SceneTree {
  const scene = new SceneTree();
  for (let i = 0; i < count; i++) {
    const spine = polyline([0, 0, 10, 0], false);
    const line: Command = {
      kind: 'fill',
      path: roundedRect(BOX, 2),
      colour: 'branch:1',
      bounds: BOX,
      spine,
      spineWidth: 2,
    };
    const text: Command = {
      kind: 'text',
      text: `item ${i}`,
      x: 0,
      y: 14,
      width: 50,
      font: FONT,
      colour: 'ink',
      bounds: BOX,
    };
    const group: Group = { id: `g${i}`, under: [line], commands: [text], bounds: BOX };
    scene.put({ id: group.id, bounds: BOX, build: () => group }, null, 0, i * 40);
  }
  return scene;
}

function options(more: Partial<PaintOptions> = {}): PaintOptions {
  const camera = { x: 0, y: 0, scale: 1 };
  return { camera, palette, width: 200, height: 200, pixelRatio: 2, damage: null, image: () => null, ...more };
}

function paint(scene: SceneTree, more: Partial<PaintOptions> = {}): Record {
  const record = new Record();
  createCanvasPainter(noPath).paint(record.surface, scene, options(more));
  return record;
}

describe('near', () => {
  test('[CNV-1] paper first, then the lines of all groups in sight, then their words', () => {
    const { calls } = paint(sceneOf(50));
    const kinds = calls.filter((one) => /^(fillRect|fill |fillText)/.test(one)).map((one) => one.split(' ')[0]);
    expect(kinds[0]).toBe('fillRect');
    const lastLine = kinds.lastIndexOf('fill');
    const firstWord = kinds.indexOf('fillText');
    expect(lastLine).toBeLessThan(firstWord);
    expect(kinds.filter((one) => one === 'fillText').length).toBe(6);
  });

  test('[CNV-2] the camera and the pixel ratio place each group', () => {
    const { calls } = paint(sceneOf(2), { camera: { x: 10, y: 20, scale: 1.5 } });
    expect(calls).toContain('setTransform 3 0 0 3 -30 -60');
    expect(calls).toContain('setTransform 3 0 0 3 -30 60');
  });

  test('[CNV-3] only damage is painted, clipped to whole pixels', () => {
    const record = paint(sceneOf(50), { damage: [{ x: 0.3, y: 80.2, width: 10, height: 5 }] });
    expect(record.count('clip')).toBe(1);
    expect(record.calls.find((one) => one.startsWith('rect'))).toBe('rect 0 156 25 19');
    expect(record.count('fillText')).toBe(1);
    expect(paint(sceneOf(50), { damage: [{ x: 900, y: 900, width: 5, height: 5 }] }).count('clip')).toBe(0);
    expect(paint(sceneOf(50), { damage: [] }).count('fill')).toBe(0);
  });

  test('[CNV-4] words under an open editor are left out; words too small to read become bars', () => {
    expect(paint(sceneOf(2), { wordless: new Set(['g0']) }).count('fillText')).toBe(1);
    const formula = new SceneTree();
    const shape = { kind: 'fill', path: roundedRect(BOX, 0), colour: 'ink', bounds: BOX, says: 'x^2' } as const;
    formula.put(
      { id: 'f', bounds: BOX, build: () => ({ id: 'f', under: [], commands: [shape], bounds: BOX }) },
      null,
      0,
      0,
    );
    const fills = [paint(formula), paint(formula, { wordless: new Set(['f']) })].map((one) => one.count('fill'));
    expect((fills[0] ?? 0) - (fills[1] ?? 0)).toBe(1);
    const small = paint(sceneOf(2), { camera: { x: 0, y: 0, scale: FAR_SCALE } });
    expect(small.count('fillText')).toBe(0);
    expect(small.count('fillRect')).toBe(3);
  });

  test('[CNV-5] what glides is painted where it glides, as visible as it is', () => {
    const { calls } = paint(sceneOf(1), { glide: new Map([['g0', { dx: 7, dy: 0, alpha: 0 }]]) });
    expect(calls).toContain('setTransform 2 0 0 2 14 0');
    expect(calls.some((one) => one.startsWith('fillText'))).toBe(false);
    const [leaving] = sceneOf(1).visible(BOX);
    const left = paint(sceneOf(0), { leaving: leaving === undefined ? [] : [{ ...leaving, x: 9 }] });
    expect(left.count('fillText')).toBe(1);
  });
});

test('[CNV-6] from far away all lines of a colour are one stroke', () => {
  const record = paint(sceneOf(400), { camera: { x: 0, y: 0, scale: 0.05 }, height: 900 });
  expect(record.count('stroke')).toBe(1);
  expect(record.count('fillText')).toBe(0);
  expect(record.count('lineTo')).toBe(400);
});

test('[CNV-7] what is faded comes first, opaque, in pale colours; the rest stays as it is', () => {
  for (const scale of [1, 0.1]) {
    const faded = new Set(['g0']);
    const used: string[] = [];
    const resolve = (colour: string): string => {
      used.push(colour);
      return palette.resolve(colour);
    };
    const seen = { ...palette, resolve };
    const record = paint(sceneOf(2), { camera: { x: 0, y: 0, scale }, faded, palette: seen });
    const lines = used.filter((colour) => colour.startsWith('branch'));
    expect(lines).toEqual(['branch:1/12', 'branch:1']);
    if (scale === 1) expect(new Set(record.alphas)).toEqual(new Set([1]));
  }
});

test('[CNV-8] words of other scripts have no more room than they were laid out with; words of Inter are left alone', () => {
  const scene = new SceneTree();
  for (const [i, text] of ['thé', 'жар', '思维', 'ไทย', '😀'].entries()) {
    const run: Command = { kind: 'text', text, x: 0, y: 14, width: 50, font: FONT, colour: 'ink', bounds: BOX };
    const group: Group = { id: text, under: [], commands: [run], bounds: BOX };
    scene.put({ id: text, bounds: BOX, build: () => group }, null, 0, i * 30);
  }
  const drawn = paint(scene).calls.filter((one) => one.startsWith('fillText'));
  expect(drawn.map((one) => one.slice(9))).toEqual([
    'thé 0 14',
    'жар 0 14',
    '思维 0 14 50.5',
    'ไทย 0 14 50.5',
    '😀 0 14 50.5',
  ]);
});
