import { isRecord } from '@bough/base';
import { liteAdaptor } from '@mathjax/src/js/adaptors/liteAdaptor.js';
import { RegisterHTMLHandler } from '@mathjax/src/js/handlers/html.js';
import { TeX } from '@mathjax/src/js/input/tex.js';
// oxlint-disable-next-line no-unassigned-import -- it makes the package `ams` known
import '@mathjax/src/js/input/tex/ams/AmsConfiguration.js';
// oxlint-disable-next-line no-unassigned-import -- and `base`
import '@mathjax/src/js/input/tex/base/BaseConfiguration.js';
// oxlint-disable-next-line no-unassigned-import -- and `boldsymbol`
import '@mathjax/src/js/input/tex/boldsymbol/BoldsymbolConfiguration.js';
import { mathjax } from '@mathjax/src/js/mathjax.js';
import { SVG } from '@mathjax/src/js/output/svg.js';
import { type FormulaFigure, figureOf, type SvgNode } from './formula-figure.ts';

// TeX to a shape, by MathJax without a page: it builds its picture as a tree of plain objects, of which only shapes are read. The
// packages that reach for addresses, styles, classes, other files or new commands are not there, so a formula can ask for nothing.

const MOST_RETRIES = 12;
/** Faces for letters that few formulas have, each fetched when a formula has them. */
const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  accents: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/accents.js'),
  arrows: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/arrows.js'),
  calligraphic: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/calligraphic.js'),
  cyrillic: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/cyrillic.js'),
  'double-struck': () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/double-struck.js'),
  fraktur: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/fraktur.js'),
  greek: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/greek.js'),
  latin: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/latin.js'),
  marrows: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/marrows.js'),
  math: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/math.js'),
  monospace: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/monospace.js'),
  mshapes: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/mshapes.js'),
  'sans-serif': () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/sans-serif.js'),
  script: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/script.js'),
  symbols: () => import('@mathjax/mathjax-newcm-font/js/svg/dynamic/symbols.js'),
};

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
mathjax.asyncLoad = (file: string): Promise<unknown> => {
  const part = PARTS[file.replace(/^.*\//, '').replace(/\.js$/, '')];
  return part === undefined ? Promise.reject(new Error(`no face ${file}`)) : part();
};
const pages = mathjax.document('', {
  InputJax: new TeX({
    packages: ['base', 'ams', 'boldsymbol'],
    maxMacros: 200,
    maxBuffer: 8_192,
    formatError: (_input: unknown, error: unknown) => {
      throw error;
    },
  }),
  // In one piece: a formula is not broken over lines.
  OutputJax: new SVG({ fontCache: 'none', linebreaks: { inline: false } }),
});

/** The formula as a shape; null when it is not one that can be read. Never throws. */
export async function setFormula(source: string, isBlock: boolean): Promise<FormulaFigure | null> {
  for (let tries = 0; tries < MOST_RETRIES; tries++) {
    try {
      const made: unknown = pages.convert(source, { display: isBlock, em: 16, ex: 8, containerWidth: 1e6 });
      const svg = childrenOf(made).find((node) => node.kind === 'svg');
      return svg === undefined ? null : figureOf(svg);
    } catch (failure) {
      if (!isRecord(failure) || !(failure['retry'] instanceof Promise)) return null;
      const isThere = await failure['retry'].then(
        () => true,
        () => false,
      );
      if (!isThere) return null;
    }
  }
  return null;
}

/** The children of a node of the setter's tree, as plain as they are read. */
function childrenOf(node: unknown): SvgNode[] {
  if (!isRecord(node) || !Array.isArray(node['children'])) return [];
  return node['children'].filter(isRecord).map((child) => ({
    kind: String(child['kind']),
    attributes: isRecord(child['attributes']) ? child['attributes'] : {},
    value: typeof child['value'] === 'string' ? child['value'] : '',
    // As deep as TeX nests, which the length of its source bounds.
    children: childrenOf(child),
  }));
}
