import { partsOfSvg } from '@bough/formats/images';

// What Skia draws of an SVG as every browser does: shapes, colours, gradients and copies. Words need fonts that are not here; filters,
// patterns, pictures within the picture and style sheets with more than classes come out otherwise, or not at all, and nobody would see
// what is missing. Such a drawing is not made: it is named.

const PARTS = new Set(
  'svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop use clipPath style'.split(
    ' ',
  ),
);
/** Words about the drawing, in whatever language of marks. */
const ASIDE = new Set(['title', 'desc', 'metadata']);
const NAME = /^<\/?([\w:.-]*)/;
/** A rule for classes alone. */
const CLASSES = /^\s*\.[\w-]+(?:\s*,\s*\.[\w-]+)*\s*$/;
/** In attributes and rules: what is not drawn, moves, or is worked out. */
const OTHERWISE = /\b(?:var|calc)\(|mix-blend|\bmask\b|\bfilter\b|\bmarker|[@\\]|url\(\s*["']?[^#"'\s]/;

const SHAPES = new Set('path rect circle ellipse line polyline polygon use'.split(' '));

/**
 * Skia compares the parts of one outline with each other, in a picture of more than some 500 pixels: ten thousand of them take it seconds,
 * sixty thousand minutes, and a small picture tells nothing of that. So they are counted, numbers and letters as they stand.
 */
const MOST_IN_OUTLINE = 10_000;
const MOST_COMPARED = 1_000_000_000;
const OUTLINES = new Set(['path', 'polyline', 'polygon']);

/** Whether the outlines of the drawing, as often as they are copied, are drawn within seconds. */
export function hasFewParts(source: string): boolean {
  let [compared, copies] = [0, 1];
  for (const { kind, text } of partsOfSvg(source)) {
    const name = kind === 'tag' ? (NAME.exec(text)?.[1] ?? '') : '';
    if (name === 'use') copies++;
    if (!OUTLINES.has(name)) continue;
    const parts = text.match(/\.?\d+|[a-z]/gi)?.length ?? 0;
    if (parts > MOST_IN_OUTLINE) return false;
    compared += parts ** 2;
  }
  return compared * copies <= MOST_COMPARED;
}

/** Whether there is something to be seen, and all of it is drawn alike by whoever draws it. */
export function isPlainSvg(source: string): boolean {
  let aside: string | null = null;
  let shapes = 0;
  for (const { kind, text, end } of partsOfSvg(source)) {
    if (kind === 'endless') return false;
    // Raw text of a style is read where that begins.
    if (kind === 'other') continue;
    const name = NAME.exec(text)?.[1] ?? '';
    if (aside !== null) {
      if (name === aside && text.startsWith('</')) aside = null;
    } else if (ASIDE.has(name)) {
      if (!text.endsWith('/>')) aside = name;
    } else {
      if (!PARTS.has(name) || OTHERWISE.test(text)) return false;
      if (SHAPES.has(name)) shapes++;
      if (name === 'style' && !/^<\/|\/>$/.test(text) && !arePlainRules(source.slice(end, source.indexOf('</', end))))
        return false;
    }
  }
  return shapes > 0;
}

function arePlainRules(style: string): boolean {
  const rules = style.replaceAll(/<!\[CDATA\[|\]\]>/g, '').replaceAll(/\/\*[^*]*\*\//g, '');
  if (OTHERWISE.test(rules)) return false;
  const last = rules.lastIndexOf('}');
  if (rules.slice(last + 1).trim() !== '') return false;
  return rules
    .slice(0, Math.max(0, last))
    .split('}')
    .every((rule) => {
      const [selector = '', , more] = rule.split('{');
      return more === undefined && CLASSES.test(selector);
    });
}
