import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createPalette,
  ellipse,
  type Glide,
  type Group,
  type GroupSource,
  holds,
  pathBounds,
  type PathData,
  playPath,
  polyline,
  type Rect,
  roundedRect,
  SceneTree,
  shift,
  touches,
} from './index.ts';

const BOX: Rect = { x: 0, y: 0, width: 10, height: 6 };

function group(id: string, bounds: Rect = BOX): GroupSource & Group {
  const hit = { kind: 'item', id } as const;
  const commands = [{ kind: 'fill', path: roundedRect(bounds, 0), colour: 'ink', bounds, hit }] as const;
  const made = { id, under: [], commands, bounds };
  return { ...made, build: () => made };
}

/** Groups with their parents (a number smaller than their own, or none) and places. */
const forest = fc.array(
  fc.record({ parent: fc.nat(), x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -200, max: 200 }) }),
  { minLength: 1, maxLength: 40 },
);

interface Planted {
  readonly scene: SceneTree;
  readonly sources: readonly GroupSource[];
}

function plant(nodes: readonly { parent: number; x: number; y: number }[]): Planted {
  const scene = new SceneTree();
  const sources = nodes.map((_, i) => group(`g${i}`));
  nodes.forEach(({ parent, x, y }, i) => {
    const source = sources[i];
    if (i === 1) scene.reserve(nodes.length);
    if (source !== undefined)
      scene.put(source, i === 0 || parent % 3 === 0 ? null : (sources[parent % i] ?? null), x, y);
  });
  return { scene, sources };
}

function whereAll({ scene, sources }: Planted): Map<string, Rect> {
  const found = new Map<string, Rect>();
  for (const source of sources) {
    const origin = scene.originOf(source);
    if (origin !== null) found.set(source.id, shift(BOX, origin.x, origin.y));
  }
  return found;
}

describe('the tree', () => {
  test('[SCN-1] a search finds exactly what touches the rectangle, parents before children', () => {
    fc.assert(
      fc.property(forest, fc.integer({ min: -300, max: 300 }), fc.integer({ min: 1, max: 300 }), (nodes, at, size) => {
        const planted = plant(nodes);
        const { scene } = planted;
        const rect = { x: at, y: -at / 2, width: size, height: size };
        const expected = [...whereAll(planted)].filter(([, box]) => touches(rect, box)).map(([id]) => id);
        const found = scene.visible(rect).map((one) => one.group.id);
        expect(found.toSorted()).toEqual(expected.toSorted());
        nodes.forEach(({ parent }, i) => {
          if (i === 0 || parent % 3 === 0) return;
          const [above, own] = [found.indexOf(`g${parent % i}`), found.indexOf(`g${i}`)];
          if (above >= 0 && own >= 0) expect(above).toBeLessThan(own);
        });
      }),
    );
  });

  test('[SCN-2] a placed group takes everything below it along; a removed one takes it away', () => {
    const scene = new SceneTree();
    const [g1, g2, g3] = [group('g1'), group('g2'), group('g3')];
    scene.put(g1, null, 20, 0);
    scene.put(g2, null, 20, 20);
    scene.put(g3, g1, 5, 5);
    scene.place(g1, 100, 50);
    expect(scene.originOf(g3)).toEqual({ x: 105, y: 55 });
    scene.visible({ x: 100, y: 50, width: 1, height: 1 });
    const seen = scene.remove(g1).map(({ group: { id }, x, y }) => ({ id, x, y }));
    expect(seen).toEqual([{ id: 'g1', x: 100, y: 50 }]);
    expect(scene.originOf(g3)).toBeNull();
    expect(scene.originOf(g2)).not.toBeNull();
    expect(scene.remove(g1)).toEqual([]);
  });

  test('[SCN-11] of what is too small to see only the top is answered', () => {
    const scene = new SceneTree();
    const [large, small] = [group('large'), group('small')];
    scene.put(large, null, 0, 0);
    scene.put(small, large, 500, 0);
    scene.put(group('below'), small, 4, 4);
    const all = { x: -1000, y: -1000, width: 3000, height: 3000 };
    const ids = (least: number): string[] => scene.visible(all, undefined, least).map((one) => one.group.id);
    expect(ids(0)).toEqual(['large', 'small', 'below']);
    expect(ids(20)).toEqual(['large', 'small']);
    expect(ids(1000)).toEqual(['large']);
  });

  test('[SCN-3] whatever changed looks is damage, before and after; nothing else is', () => {
    fc.assert(
      fc.property(forest, fc.nat(), fc.integer({ min: -90, max: 90 }), (nodes, pick, by) => {
        const planted = plant(nodes);
        const { scene, sources } = planted;
        expect(scene.takeDamage()).toBeNull();
        expect(scene.takeDamage()).toEqual([]);
        const before = whereAll(planted);
        const picked = sources[pick % nodes.length] ?? group('none');
        if (by % 3 === 0) scene.remove(picked);
        else scene.put(picked, null, by, by);
        const after = whereAll(planted);
        const damage = scene.takeDamage() ?? [];
        for (const name of before.keys()) {
          const [old, now] = [before.get(name), after.get(name)];
          if (JSON.stringify(old) === JSON.stringify(now)) continue;
          for (const rect of [old, now]) {
            if (rect !== undefined) expect(damage.some((one) => holds(one, rect.x, rect.y))).toBe(true);
          }
        }
      }),
    );
  });

  test('[SCN-4] groups are built when they are first seen, once', () => {
    const scene = new SceneTree();
    let built = 0;
    const made = group('a');
    const build = (): Group => {
      built++;
      return made;
    };
    scene.put({ id: 'a', bounds: BOX, build }, null, 0, 0);
    scene.bounds();
    scene.visible({ x: 500, y: 0, width: 1, height: 1 });
    expect(built).toBe(0);
    scene.visible(BOX);
    scene.visible(BOX);
    expect(built).toBe(1);
  });

  test('[SCN-5] a point hits the topmost tag; an exact hit wins over a near one', () => {
    const scene = new SceneTree();
    scene.put(group('a'), null, 0, 0);
    scene.put(group('b'), null, 4, 0);
    expect(scene.hit({ x: 5, y: 3 }, 0)?.id).toBe('b');
    expect(scene.hit({ x: 1, y: 3 }, 8)?.id).toBe('a');
    expect(scene.hit({ x: -3, y: 3 }, 4)?.id).toBe('a');
    expect(scene.hit({ x: -3, y: 3 }, 0)).toBeNull();
  });

  test('[SCN-6] a gliding group is found where it glides, with all below it', () => {
    const scene = new SceneTree();
    const a = group('a');
    scene.put(a, null, 0, 0);
    scene.put(group('b'), a, 20, 0);
    const glide = new Map([['a', { dx: 300, dy: 0, alpha: 0.5 }]]);
    const found = scene.visible({ x: 310, y: 0, width: 20, height: 5 }, glide);
    expect(found.map(({ x, alpha }) => [x, alpha])).toContainEqual([320, 0.5]);
  });

  test('[SCN-13] what is below a faded group is faded, gliding or not; nothing else is', () => {
    const scene = new SceneTree();
    const [a, b] = [group('a'), group('b')];
    scene.put(a, null, 0, 0);
    scene.put(b, a, 20, 0);
    scene.put(group('c'), b, 20, 0);
    const all = { x: -1000, y: -1000, width: 3000, height: 3000 };
    const faded = (glide?: Glide): string[] =>
      scene.visible(all, glide, 0, new Set(['b'])).flatMap(({ group: { id }, isFaded }) => (isFaded ? [id] : []));
    expect(faded()).toEqual(['b', 'c']);
    expect(faded(new Map([['c', { dx: 9, dy: 0, alpha: 0.5 }]]))).toEqual(['b', 'c']);
  });

  test('[SCN-7] a chain as deep as a map is no problem', () => {
    const scene = new SceneTree();
    let above: GroupSource | null = null;
    for (let i = 0; i < 20_000; i++) {
      const next = group(`g${i}`);
      scene.put(next, above, 1, 0);
      above = next;
    }
    expect(scene.bounds()).toEqual({ x: 1, y: 0, width: 20_009, height: 6 });
    expect(scene.visible({ x: 15_000, y: 0, width: 0, height: 0 }).length).toBeGreaterThan(0);
  });
});

describe('paths', () => {
  test('[SCN-8] bounds hold every point of a path, and playing a path gives its steps', () => {
    const shapes: PathData[] = [roundedRect(BOX, 3), ellipse(BOX), polyline([0, 0, 10, 0, 10, 6], true)];
    for (const path of shapes) {
      const { x, y, width, height } = pathBounds(path);
      expect([x, y, width, height].map((one) => Math.round(one))).toEqual([0, 0, 10, 6]);
    }
    const steps: string[] = [];
    playPath(
      polyline([1, 2, 3, 4], true),
      {
        moveTo: (x, y) => steps.push(`M${x} ${y}`),
        lineTo: (x, y) => steps.push(`L${x} ${y}`),
        bezierCurveTo: () => steps.push('C'),
        closePath: () => steps.push('Z'),
      },
      10,
      0,
    );
    expect(steps).toEqual(['M11 2', 'L13 4', 'Z']);
  });
});

describe('colours', () => {
  const [light, dark] = [createPalette('light'), createPalette('dark')];

  function luminance(hex: string): number {
    const part = (at: number): number => {
      const v = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  }

  function contrast(a: string, b: string): number {
    const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
    return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
  }

  test('[SCN-9] every name resolves to #rrggbb; unknown ones are ink', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(light.resolve(name)).toMatch(/^#[0-9a-f]{6}$/);
      }),
    );
    expect(light.resolve('no such thing')).toBe(light.resolve('ink'));
    expect(light.resolve('#c2410c')).toBe('#c2410c');
    expect(light.resolve('branch:1')).not.toBe(dark.resolve('branch:1'));
    expect(light.resolve('branch:1:4:0.01')).not.toBe(light.resolve('branch:1'));
    expect(light.resolve('ink/0')).toBe(light.resolve('paper'));
  });

  test('[SCN-10] words are read at 7:1 on paper and on every soft fill, in both themes', () => {
    for (const palette of [light, dark]) {
      const ink = palette.resolve('ink');
      const grounds = ['paper', 'ink/9', ...[0, 1, 2, 3, 4, 5, 6, 7].map((hue) => `branch:${hue}/26`)];
      for (const ground of grounds) {
        expect(contrast(ink, palette.resolve(ground)), `${palette.name} ${ground}`).toBeGreaterThan(7);
      }
      expect(contrast(palette.resolve('ink-soft'), palette.resolve('paper'))).toBeGreaterThan(4.5);
    }
  });

  test('[SCN-12] with more contrast words are read at 7:1 and every branch stands out 4.5:1, in a chosen colour too', () => {
    for (const name of ['light', 'dark'] as const) {
      const palette = createPalette(name, 'more');
      const paper = palette.resolve('paper');
      for (const words of ['ink', 'ink-soft']) expect(contrast(palette.resolve(words), paper)).toBeGreaterThan(7);
      for (let hue = 0; hue < 8; hue++) {
        for (const drift of ['', ':1.2:0.03', ':-1.2:-0.03']) {
          expect(contrast(palette.resolve(`branch:${hue}${drift}`), paper), `${name} ${hue}`).toBeGreaterThan(4.5);
        }
        expect(contrast(palette.resolve('ink'), palette.resolve(`branch:${hue}/26`))).toBeGreaterThan(7);
      }
      for (const chosen of ['#ffff00', '#fafafa', '#000080', '#101010', '#ff0000', '#00ff00']) {
        expect(contrast(palette.resolve(chosen), paper), `${name} ${chosen}`).toBeGreaterThan(4.5);
      }
    }
  });
});
