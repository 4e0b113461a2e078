import { scriptPayloads } from '@bough/house/hostile';
import { PathBuilder, pathBounds } from '@bough/scene';
import { describe, expect, test } from 'vitest';
import { createFigures } from './figures.ts';
import { loadIconNames } from './icons/icon-set.ts';
import { playSvgPath } from './svg-path.ts';

function pathOf(text: string): number[] {
  const path = new PathBuilder();
  playSvgPath(text, path);
  return [...path.build()].map((n) => Math.round(n * 1000) / 1000);
}

describe('path data', () => {
  test('[FIG-1] relative, absolute, smooth and shortened commands mean the same lines', () => {
    expect(pathOf('M1 2L3 4H5V6z')).toEqual([0, 1, 2, 1, 3, 4, 1, 5, 4, 1, 5, 6, 3]);
    expect(pathOf('m1,2 2,2h2v2Z')).toEqual(pathOf('M1 2L3 4H5V6z'));
    expect(pathOf('M0 0C1 1 2 1 3 0S5-1 6 0')).toEqual(pathOf('M0 0C1 1 2 1 3 0C4 -1 5 -1 6 0'));
    expect(pathOf('M0 0Q3 3 6 0T12 0')).toEqual(pathOf('M0 0C2 2 4 2 6 0C8-2 10-2 12 0'));
    expect(pathOf('M.5.5-1e1-2')).toEqual([0, 0.5, 0.5, 1, -10, -2]);
    expect(pathOf('M1 2 nonsense 3')).toEqual([0, 1, 2]);
  });

  test('[FIG-1] an arc stays on its ellipse, goes the way its flags say, and ends where it should', () => {
    for (const [flags, middle] of [
      ['0 1', [0, -10]],
      ['0 0', [0, 10]],
      ['01', [0, -10]],
    ] as const) {
      const numbers = pathOf(`M-10 0A10 10 0 ${flags} 10 0`);
      expect(numbers.slice(-2)).toEqual([10, 0]);
      expect(numbers.slice(8, 10).map((n) => Math.round(n) + 0)).toEqual(middle);
    }
    const turned = pathOf('M0 0a20 10 30 1 0 .1 .1');
    expect(turned.every(Number.isFinite)).toBe(true);
    // Too small for its ends: it grows until it reaches.
    expect(pathOf('M0 0A1 1 0 0 1 10 0').slice(-2)).toEqual([10, 0]);
  });
});

describe('icons', () => {
  test('[FIG-2] every icon of the set is lines in its square, found by name and by tag', async () => {
    const names = await loadIconNames();
    expect(names.length).toBeGreaterThan(1_500);
    const figures = createFigures();
    figures.icon('tree-pine');
    await figures.settle();
    for (const { name } of names) {
      const path = figures.icon(name);
      expect([name, path === null]).toEqual([name, false]);
      if (path === null) continue;
      const { x, y, width, height } = pathBounds(path);
      expect([name, x >= -0.5, y >= -0.5, x + width <= 24.5, y + height <= 24.5]).toEqual([
        name,
        true,
        true,
        true,
        true,
      ]);
    }
    expect(names.find(({ name }) => name === 'tree-pine')?.words).toMatch(/forest|nature/);
    for (const each of [...scriptPayloads().slice(0, 50), '__proto__', 'constructor'])
      expect(figures.icon(each)).toBeNull();
  });
});

describe('formulas', () => {
  const GOOD = [
    String.raw`\frac{a}{\sqrt[3]{b}} + \left(\sum_{i=0}^{n} x_i\right)`,
    String.raw`\mathcal{L}(\theta)=\mathbb{E}[x^2] \mathfrak{g} \mathscr{F} \boldsymbol{x} \mathsf{A} \mathtt{b}`,
    String.raw`\begin{pmatrix}a&b\\c&d\end{pmatrix} \begin{array}{c|c}a&b\\\hline c&d\end{array}`,
    String.raw`\overbrace{a+b}^{n} \widehat{xyz} \xrightarrow{f} \boxed{E=mc^2}`,
    String.raw`\int_0^\infty e^{-x^2}\,dx = \tfrac{\sqrt\pi}{2} \implies \forall x \in \varnothing`,
  ];

  test('[FIG-3] [FIG-4] what is asked for comes, tells whoever listens, and fits the room that it says', async () => {
    const figures = createFigures();
    let heard = 0;
    const stop = figures.subscribe(() => heard++);
    expect(GOOD.map((source) => figures.formula(source, true))).toEqual(GOOD.map(() => null));
    expect(await figures.settle()).toBe(true);
    expect(heard).toBeGreaterThan(0);
    for (const source of GOOD) {
      const figure = figures.formula(source, true);
      if (figure === null) throw new Error(source);
      const { x, y, width, height } = pathBounds(figure.path);
      expect([x > -0.3, x + width < figure.width + 0.3]).toEqual([true, true]);
      expect([y > -figure.ascent - 0.3, y + height < figure.descent + 0.3]).toEqual([true, true]);
      expect([figure.words, width > figure.width * 0.5]).toEqual([[], true]);
    }
    stop();
    expect(await figures.settle()).toBe(false);
  });

  test('[FIG-4] letters that the faces lack are words with their place', async () => {
    const figures = createFigures();
    figures.formula(String.raw`x = \text{für 枝}`, false);
    await figures.settle();
    const figure = figures.formula(String.raw`x = \text{für 枝}`, false);
    expect(figure?.words.map(({ text }) => text)).toEqual(['枝']);
    expect(figure?.words[0]?.x).toBeGreaterThan(2);
    expect(figure?.words[0]?.size).toBeGreaterThan(0.5);
  });

  test('[FIG-5] what is no formula, and what reaches outside, is null', async () => {
    const figures = createFigures();
    const bad = [
      String.raw`\unknown`,
      String.raw`\frac{1`,
      String.raw`\href{javascript:alert(1)}{x}`,
      String.raw`\style{background:url(//hit.example)}{x}`,
      String.raw`\class{a}{x}`,
      String.raw`\require{html}`,
      String.raw`\def\a{\a\a}\a`,
      String.raw`\newcommand{\a}{x}`,
      String.raw`\includegraphics{//hit.example/x}`,
      'x'.repeat(3_000),
      `${'{'.repeat(1_500)}x`,
      ...scriptPayloads().filter((each) => each.includes('\\')),
    ];
    for (const source of bad) figures.formula(source, false);
    await figures.settle();
    // A backslash that only stands before letters of its own may be read as letters; nothing else may come of it.
    for (const source of bad.slice(0, 11)) expect([source, figures.formula(source, false)]).toEqual([source, null]);
    const deep = `${'{'.repeat(900)}x${'}'.repeat(900)}`;
    figures.formula(deep, false);
    await figures.settle();
    expect(figures.formula(deep, false)?.width ?? 0).toBeLessThan(2);
  });
});
