import { svgRootAt } from './image-kinds.ts';

/** In pixels of the screen. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  rem: 16,
  ex: 8,
};
const ROOT = /^<(?:[\w.-]+:)?svg(?:[^>"']|"[^"]*"|'[^']*')*>/;
/** What browsers give a drawing that says nothing. */
const USUAL = { width: 300, height: 150 } as const;
const LONGEST = 8_192;
const DRAWN_LONGEST = 2_048;
const DRAWN_LEAST = 1_024;

/** An SVG, how large it wants to be, and how large it is drawn: sharp when somebody looks closer, and never endless. */
export interface SizedSvg {
  readonly source: string;
  readonly size: ImageSize;
  readonly drawn: ImageSize;
}

/** The drawing with a size in pixels, which every browser draws; null for one without a root. */
export function sizedSvg(source: string): SizedSvg | null {
  const at = svgRootAt(source.replace(/^\uFEFF/, ' '));
  const [tag] = at === null ? [] : (ROOT.exec(source.slice(at)) ?? []);
  if (at === null || tag === undefined) return null;
  const box = (attributeOf(tag, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , boxWidth = 0, boxHeight = 0] = box.length === 4 && box.every(Number.isFinite) ? box : [];
  const [width, height] = [pixelsOf(attributeOf(tag, 'width')), pixelsOf(attributeOf(tag, 'height'))];
  const hasBox = boxWidth > 0 && boxHeight > 0;
  const size = bounded(
    hasBox
      ? {
          width: width ?? (height === null ? boxWidth : (height * boxWidth) / boxHeight),
          height: height ?? (width === null ? boxHeight : (width * boxHeight) / boxWidth),
        }
      : { width: width ?? USUAL.width, height: height ?? USUAL.height },
  );
  const longest = Math.max(size.width, size.height);
  const times = Math.min(Math.max(2, DRAWN_LEAST / longest), DRAWN_LONGEST / longest);
  const drawn = { width: atLeastOne(size.width * times), height: atLeastOne(size.height * times) };
  const own = hasBox ? '' : ` viewBox="0 0 ${size.width} ${size.height}"`;
  const bare = tag.replaceAll(/\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  const sized = bare.replace(/^<[\w.:-]+/, (name) => `${name} width="${drawn.width}" height="${drawn.height}"${own}`);
  // It is UTF-8 from here on, whatever it was.
  const before = source.slice(0, at).replace(/^\s*<\?xml[^]*?\?>/, '');
  return { source: before + sized + source.slice(at + tag.length), size, drawn };
}

function attributeOf(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return found === null ? null : (found[1] ?? found[2] ?? null);
}

function pixelsOf(length: string | null): number | null {
  const found = /^\s*\+?(\d+(?:\.\d*)?(?:e[+-]?\d{1,2})?|\.\d+)\s*([a-z]*)\s*$/i.exec(length ?? '');
  const unit = UNITS[found?.[2]?.toLowerCase() ?? '%'];
  const value = Number(found?.[1] ?? 0) * (unit ?? 0);
  return value > 0 ? value : null;
}

function bounded({ width, height }: ImageSize): ImageSize {
  const times = Math.min(1, LONGEST / Math.max(width, height));
  return { width: atLeastOne(width * times), height: atLeastOne(height * times) };
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length));
}
