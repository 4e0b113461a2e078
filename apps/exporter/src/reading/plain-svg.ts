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
