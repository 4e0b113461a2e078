import { expect, it } from 'vitest';
import { Person } from '../testing/person.ts';
import { Minimap, minimapFrame, minimapSize } from './minimap.ts';
import { TownPlan } from './paint-town-plan.ts';
import { createPalette } from '@bough/scene';

it('[EDIT-119] the small picture is as high or as wide as the map', () => {
  expect(minimapSize({ width: 900, height: 600 })).toEqual({ width: 208, height: 139 });
  expect(minimapSize({ width: 9000, height: 600 })).toEqual({ width: 208, height: 72 });
  expect(minimapSize({ width: 1500, height: 90_000 })).toEqual({ width: 72, height: 208 });
  expect(minimapSize({ width: 0, height: 0 })).toEqual({ width: 208, height: 72 });
});

it('[EDIT-119] what would be a stroke is spread, everything else keeps its shape', () => {
  const shown = (width: number, height: number) => {
    const bounds = { x: -100, y: 50, width, height };
    const { across, down, x, y } = minimapFrame(bounds, minimapSize(bounds));
    return [across === down, bounds.x * across + x, width * across, bounds.y * down + y, height * down].map((one) =>
      typeof one === 'number' ? Math.round(one) : one,
    );
  };
  expect(shown(900, 600)).toEqual([true, 12, 185, 8, 123]);
  expect(shown(1500, 90_000)).toEqual([false, 8, 56, 8, 192]);
  expect(shown(90_000, 1500)).toEqual([false, 8, 192, 8, 56]);
});

it('[EDIT-119] a place that is pressed in it comes into the middle, spread or not', () => {
  const rows = Array.from({ length: 400 }, (_, i) => `\tbranch ${i}`).join('\n');
  for (const outline of ['trees\n\toak\n\t\tacorn\n\tash', `root\n${rows}`]) {
    const person = new Person(outline);
    const minimap = new Minimap(person.session);
    const before = minimap.window(person.view);
    const { width, height } = minimap.size;
    minimap.lookAt({ x: width / 3, y: height / 3 });
    const { x, y, width: wide, height: high } = minimap.window(person.view);
    expect([x + wide / 2, y + high / 2]).toEqual([expect.closeTo(width / 3), expect.closeTo(height / 3)]);
    expect([wide, high]).toEqual([expect.closeTo(before.width), expect.closeTo(before.height)]);
  }
});

it('[EDIT-119] from afar no name is drawn of what stands back, nor of what stands in that', () => {
  const branches = Array.from({ length: 12 }, (_, i) => {
    const groups = Array.from({ length: 30 }, (__, j) => `\t\tgroup ${i}.${j}`);
    return `\tbranch ${i}\n${groups.join('\n')}`;
  });
  const { session, view } = new Person(`root\n${branches.join('\n')}`);
  const drawn: string[] = [];
  const context = new Proxy({} as CanvasRenderingContext2D, {
    get: (_, name) => (name === 'fillText' ? (words: string) => drawn.push(words) : () => undefined),
    set: () => true,
  });
  const camera = { x: -2000, y: -4000, scale: 0.09 };
  const plan = new TownPlan();
  const faded = new Set(
    [...session.map.items.values()].flatMap(({ id, text }) => (/^branch [1-9]/.test(text) ? [id] : [])),
  );
  plan.of(session, camera.scale, view, new Set()).paint(context, camera, view, createPalette('light'));
  expect(drawn).toContain('branch 1');
  expect(drawn.some((words) => words.startsWith('group 1.'))).toBe(true);
  drawn.length = 0;
  plan.of(session, camera.scale, view, faded).paint(context, camera, view, createPalette('light'));
  expect(drawn).toContain('branch 0');
  expect(drawn.filter((words) => /^(branch|group) [1-9]/.test(words))).toEqual([]);
});
