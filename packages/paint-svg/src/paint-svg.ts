import {
  type Command,
  type ColourGlyph,
  type Font,
  fontStack,
  grow,
  type Palette,
  type PlacedGroup,
  playPath,
  type PathData,
  type Rect,
  type Scene,
  type TextRun,
  touches,
} from '@bough/scene';

// A scene as one standalone SVG document. Safe to serve: every text is escaped, elements and attributes are a closed list, and
// nothing in it runs, loads or links to anything but http, https and mailto. Faces may be within it, and emoji are drawn as shapes. Images become quiet boxes, unless the caller has
// their bytes as data: addresses of a raster format.

/** A face within the document. */
export interface EmbeddedFace {
  readonly family: string;
  readonly weight: number;
  readonly isItalic: boolean;
  /** As style sheets write it: `U+0-FF, U+131`. */
  readonly unicodeRange: string;
  /** Base64. */
  readonly woff: string;
}

/** Words as shapes, which are within the document once each: in units of their own, with what these are across and down. */
interface OutlinedRun {
  readonly letters: readonly {
    readonly outline: { readonly name: string; readonly path: PathData };
    readonly x: number;
    readonly y: number;
  }[];
  readonly across: number;
  readonly down: number;
}

export interface SvgOptions {
  readonly palette: Palette;
  readonly title: string;
  /** Around the map, in map units. */
  readonly margin?: number;
  /** Only this part of the map, cut at its edges, without a margin. */
  readonly region?: Rect;
  /** Draws no more groups than this: all whose words are in sight, and of lines that only pass through every so-manieth. */
  readonly mostGroups?: number;
  /** Leaves the paper out. */
  readonly isTransparent?: boolean;
  /** An image as `data:image/png;base64,...` (or jpeg, webp, gif); null where there is none. */
  readonly image?: (source: string) => string | null;
  /** The shapes of one emoji; null where there are none: then it is text. */
  readonly emoji?: (text: string) => ColourGlyph | null;
  /** Faces that the words are drawn in, as style sheets know them, under the names of `fontStack`. */
  readonly faces?: readonly EmbeddedFace[];
  /** The words of a run as shapes; null, or absent: they are text. */
  readonly outlined?: (run: TextRun) => OutlinedRun | null;
  /** Asked between groups; true stops the work. */
  readonly isCancelled?: () => boolean;
}

const SAFE_HREF = /^(?:https?:\/\/|mailto:)/i;
const SAFE_IMAGE = /^data:image\/(?:png|jpeg|webp|gif);base64,[A-Za-z0-9+/=]+$/;
const EMPTY: Rect = { x: 0, y: 0, width: 320, height: 200 };

/** The whole scene as an SVG document; null when it was cancelled. */
export function paintSvg(scene: Scene, options: SvgOptions): string | null {
  const { palette } = options;
  const inner = options.region ?? scene.bounds() ?? EMPTY;
  const view = options.region ?? grow(inner, options.margin ?? 40);
  const box = [view.x, view.y, view.width, view.height].map(number);
  const [, , width, height] = box;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box.join(' ')}" font-family="${escapeXml(fontStack('sans'))}" text-rendering="geometricPrecision">`,
    `<title>${escapeXml(options.title)}</title>`,
    styleSheet(options.faces ?? []),
  ];
  if (options.isTransparent !== true) {
    parts.push(
      `<rect x="${box[0]}" y="${box[1]}" width="${width}" height="${height}" fill="${palette.resolve('paper')}"/>`,
    );
  }
  const groups = thinned(scene.visible(inner), inner, options.mostGroups ?? Infinity);
  const drawing: Drawing = { ...options, outlines: new Map() };
  for (const layer of ['under', 'commands'] as const) {
    for (const placed of groups) {
      if (options.isCancelled?.() === true) return null;
      for (const command of placed.group[layer]) parts.push(commandSvg(command, placed, drawing));
    }
  }
  if (drawing.outlines.size > 0) parts.push(`<defs>${[...drawing.outlines].map(outlineSvg).join('')}</defs>`);
  parts.push('</svg>');
  return parts.filter((part) => part !== '').join('\n');
}

/** Not more than so many of the groups, in their order. */
function thinned(groups: readonly PlacedGroup[], view: Rect, most: number): readonly PlacedGroup[] {
  if (groups.length <= most) return groups;
  const inSight = new Set(
    groups.filter(({ group, x, y }) =>
      group.commands.some(({ bounds }) => touches({ ...bounds, x: bounds.x + x, y: bounds.y + y }, view)),
    ),
  );
  const room = Math.max(1, most - inSight.size);
  const step = Math.ceil((groups.length - inSight.size) / room);
  let passing = 0;
  return groups.filter((placed) => inSight.has(placed) || passing++ % step === 0);
}

interface Drawing extends SvgOptions {
  /** Shapes of letters that were drawn, by name. */
  readonly outlines: Map<string, PathData>;
}

function commandSvg(command: Command, { x, y }: PlacedGroup, options: Drawing): string {
  const { palette } = options;
  switch (command.kind) {
    case 'fill':
      if (command.alpha === 0) return '';
      return `<path d="${pathText(command.path, x, y)}" fill="${palette.resolve(command.colour)}"${alpha(command.alpha, 'fill-opacity')}${said(command.says)}/>`;
    case 'stroke': {
      const dash = command.dash === undefined ? '' : ` stroke-dasharray="${command.dash.map(number).join(' ')}"`;
      const line = `stroke="${palette.resolve(command.colour)}" stroke-width="${number(command.width)}"`;
      return `<path d="${pathText(command.path, x, y)}" fill="none" ${line} stroke-linecap="round" stroke-linejoin="round"${dash}${alpha(command.alpha, 'stroke-opacity')}/>`;
    }
    case 'text': {
      const glyph = command.emoji === true ? (options.emoji?.(command.text) ?? null) : null;
      if (glyph !== null) return emojiSvg(command, glyph, x + command.x, y + command.y);
      const shapes = command.emoji === true ? null : (options.outlined?.(command) ?? null);
      if (shapes !== null)
        return linked(command, shapesSvg(command, shapes, { x: x + command.x, y: y + command.y }, options));
      const direction = command.rtl === true ? ' direction="rtl"' : '';
      const at = command.rtl === true ? x + command.x + command.width : x + command.x;
      const drawn = `<text x="${number(at)}" y="${number(y + command.y)}" xml:space="preserve"${fontText(command.font)}${asWide(command.width)} fill="${palette.resolve(command.colour)}"${alpha(command.alpha, 'fill-opacity')}${decoration(command.strike, command.underline)}${direction}>${escapeXml(command.text)}</text>`;
      return linked(command, drawn);
    }
    default:
      return imageSvg(command.source, { ...command.bounds, x: command.bounds.x + x, y: command.bounds.y + y }, options);
  }
}

function linked({ href }: TextRun, drawn: string): string {
  return href !== undefined && SAFE_HREF.test(href) ? `<a href="${escapeXml(href)}">${drawn}</a>` : drawn;
}

/** Letters as shapes, with what they say beside them for whoever cannot see them. */
function shapesSvg(
  run: TextRun,
  { letters, across, down }: OutlinedRun,
  { x, y }: { readonly x: number; readonly y: number },
  { palette, outlines }: Drawing,
): string {
  const uses = letters.map(({ outline, x: dx, y: dy }) => {
    outlines.set(outline.name, outline.path);
    return `<use href="#${escapeXml(outline.name)}" x="${number(dx)}"${dy === 0 ? '' : ` y="${number(dy)}"`}/>`;
  });
  const thickness = Math.max(1, run.font.size / 14);
  const line = (top: number): string =>
    `<rect x="${number(x)}" y="${number(top)}" width="${number(run.width)}" height="${number(thickness)}"/>`;
  const lines = [
    run.underline === true ? line(y + run.font.size * 0.16) : '',
    run.strike === true ? line(y - run.font.size * 0.3) : '',
  ];
  const fill = `fill="${palette.resolve(run.colour)}"${alpha(run.alpha, 'fill-opacity')}`;
  return `<g role="img" aria-label="${escapeXml(run.text)}" ${fill}><g transform="matrix(${fine(across)} 0 0 ${fine(down)} ${number(x)} ${number(y)})">${uses.join('')}</g>${lines.join('')}</g>`;
}

function outlineSvg([name, path]: readonly [string, PathData]): string {
  return `<path id="${escapeXml(name)}" d="${pathText(path, 0, 0)}"/>`;
}

/** For what makes something larger or smaller: more decimals than a place needs. */
function fine(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 1_000_000) / 1_000_000) : '0';
}

/** In its colours, as wide as it was measured. */
function emojiSvg({ text, font, width }: TextRun, glyph: ColourGlyph, x: number, y: number): string {
  const across = glyph.width > 0 ? width / glyph.width : font.size;
  const shapes = glyph.layers.map(
    ({ path, colour, alpha: opacity }) =>
      `<path d="${pathText(path, x, y, across, font.size)}" fill="${colour}"${alpha(opacity, 'fill-opacity')}/>`,
  );
  return `<g role="img" aria-label="${escapeXml(text)}">${shapes.join('')}</g>`;
}

/** Nothing but faces; what would end the element is in none of it. */
function styleSheet(faces: readonly EmbeddedFace[]): string {
  if (faces.length === 0) return '';
  const rules = faces.map(({ family, weight, isItalic, unicodeRange, woff }) => {
    const source = `src:url(data:font/woff;base64,${woff.replace(/[^A-Za-z0-9+/=]/g, '')}) format("woff")`;
    const kind = `font-weight:${number(weight)};font-style:${isItalic ? 'italic' : 'normal'}`;
    return `@font-face{font-family:"${family.replace(/[^\w -]/g, '')}";${kind};${source};unicode-range:${unicodeRange.replace(/[^\w+,? -]/g, '')}}`;
  });
  return `<style>text{font-synthesis:none}${rules.join('')}</style>`;
}

function imageSvg(source: string, { x, y, width, height }: Rect, options: SvgOptions): string {
  const rect = `x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}"`;
  const data = options.image?.(source) ?? null;
  if (data !== null && SAFE_IMAGE.test(data)) return `<image ${rect} href="${data}"/>`;
  return `<rect ${rect} rx="6" fill="${options.palette.resolve('ink/8')}"/>`;
}

/** Holds a run to its measured width where Inter is not at hand, so that words never leave their place. */
function asWide(width: number): string {
  return width > 0 ? ` textLength="${number(width)}" lengthAdjust="spacingAndGlyphs"` : '';
}

function fontText({ family, size, weight, italic }: Font): string {
  const mono = family === 'mono' ? ` font-family="${escapeXml(fontStack('mono'))}"` : '';
  return `${mono} font-size="${number(size)}" font-weight="${number(weight)}"${italic ? ' font-style="italic"' : ''}`;
}

function decoration(strike: boolean | undefined, underline: boolean | undefined): string {
  const lines = [underline === true ? 'underline' : '', strike === true ? 'line-through' : ''].filter(
    (one) => one !== '',
  );
  return lines.length === 0 ? '' : ` text-decoration="${lines.join(' ')}"`;
}

/** What a shape stands for, to whoever cannot see it. */
function said(words: string | undefined): string {
  return words === undefined ? '' : ` role="img" aria-label="${escapeXml(words)}"`;
}

function alpha(value: number | undefined, name: string): string {
  return value === undefined || value === 1 ? '' : ` ${name}="${number(value)}"`;
}

function pathText(path: PathData, dx: number, dy: number, sx = 1, sy = 1): string {
  let text = '';
  const across = (x: number): string => number(x * sx + dx);
  const down = (y: number): string => number(y * sy + dy);
  playPath(path, {
    moveTo: (x, y) => (text += `M${across(x)} ${down(y)}`),
    lineTo: (x, y) => (text += `L${across(x)} ${down(y)}`),
    bezierCurveTo: (x1, y1, x2, y2, x, y) =>
      (text += `C${across(x1)} ${down(y1)} ${across(x2)} ${down(y2)} ${across(x)} ${down(y)}`),
    closePath: () => (text += 'Z'),
  });
  return text;
}

/** Two decimals are finer than a pixel at any zoom that is read; what is not a number is 0. */
function number(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 100);
  if (!(hundredths < LARGE)) return Number.isFinite(value) ? String(Math.round(value)) : '0';
  const whole = Math.trunc(hundredths / 100);
  const text = String(whole) + (FRACTIONS[hundredths - whole * 100] ?? '');
  return value < 0 && hundredths > 0 ? `-${text}` : text;
}

// oxlint-disable-next-line no-control-regex -- these are what XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text for element content and for attributes in double quotes; what XML cannot hold at all becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Beyond it no exact hundredths are asked for. */
const LARGE = 2 ** 30;
/** What stands behind a whole number: a table, since a large map has a million numbers and the language's own way takes long. */
const FRACTIONS: readonly string[] = Array.from({ length: 100 }, (_, n) =>
  n === 0 ? '' : `.${String(n).padStart(2, '0').replace(/0$/, '')}`,
);
