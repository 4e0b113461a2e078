import {
  type Colour,
  type Command,
  type Font,
  fontStack,
  type PathData,
  type PathSink,
  type PlacedGroup,
  playPath,
  type TextRun,
} from '@bough/scene';
import { FADED, palenessOf } from './faded.ts';
import type { PaintOptions } from './paint-options.ts';
import type { Surface } from './surface.ts';

/** Makes an empty path that can be written and then painted many times. */
export type MakePath = () => Path2D & PathSink;

/** On screen, in CSS pixels: smaller letters are grey mush and cost as much as large ones. */
const LEGIBLE = 4;

/** What Inter lacks: its letters come with faces of their own, later than the map. */
const OTHER_SCRIPTS = /[\u0530-\u1dff\u20c0-\uffff]/;
/** Of the width of a run: what rounding may add. */
const SPARE = 0.5;

/** Paints groups command by command, each in its own coordinates. */
export class Brush {
  readonly #makePath: MakePath;
  readonly #paths = new WeakMap<PathData, Path2D>();
  readonly #fonts = new Map<Font, string>();
  #context: Surface | null = null;
  #options: PaintOptions | null = null;
  #font = '';

  constructor(makePath: MakePath) {
    this.#makePath = makePath;
  }

  /** Once for each region, before its groups. */
  begin(context: Surface, options: PaintOptions): void {
    this.#context = context;
    this.#options = options;
    this.#font = '';
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    // Letters stand where they were measured, not at the next whole pixel.
    context.textRendering = 'geometricPrecision';
  }

  paint(placed: PlacedGroup, layer: 'under' | 'commands'): void {
    const context = this.#context;
    const options = this.#options;
    if (context === null || options === null) return;
    const pulled = layer === 'under' ? options.pulled?.get(placed.group.id) : undefined;
    const commands = pulled === undefined ? placed.group[layer] : [pulled];
    if (commands.length === 0) return;
    const { camera, pixelRatio } = options;
    const scale = camera.scale * pixelRatio;
    context.setTransform(scale, 0, 0, scale, (placed.x - camera.x) * scale, (placed.y - camera.y) * scale);
    const isWordless = layer === 'commands' && options.wordless?.has(placed.group.id) === true;
    for (const command of commands) {
      const alpha = (command.kind === 'image' ? 1 : (command.alpha ?? 1)) * placed.alpha;
      if (alpha === 0 || (isWordless && isWords(command))) continue;
      context.globalAlpha = alpha;
      this.#draw(context, options, command, placed.isFaded);
    }
  }

  #draw(context: Surface, options: PaintOptions, command: Command, isFaded: boolean): void {
    const { palette } = options;
    switch (command.kind) {
      case 'fill':
        context.fillStyle = palette.resolve(shown(command.colour, isFaded));
        context.fill(this.#path(command.path));
        return;
      case 'stroke':
        context.strokeStyle = palette.resolve(shown(command.colour, isFaded));
        context.lineWidth = command.width;
        if (command.dash !== undefined) context.setLineDash([...command.dash]);
        context.stroke(this.#path(command.path));
        if (command.dash !== undefined) context.setLineDash([]);
        return;
      case 'text':
        this.#text(context, options, command, isFaded);
        return;
      case 'image': {
        const { x, y, width, height } = command.bounds;
        const pixels = options.image(command.source);
        if (isFaded) context.globalAlpha *= FADED;
        if (pixels !== null) context.drawImage(pixels, x, y, width, height);
        else {
          context.fillStyle = palette.resolve('ink/8');
          context.fillRect(x, y, width, height);
        }
      }
    }
  }

  #text(context: Surface, options: PaintOptions, run: TextRun, isFaded: boolean): void {
    const { font, x, y, width } = run;
    context.fillStyle = options.palette.resolve(shown(run.colour, isFaded));
    // Signs in colours of their own take none.
    if (isFaded && run.emoji === true) context.globalAlpha *= FADED;
    if (font.size * options.camera.scale < LEGIBLE) {
      context.globalAlpha *= 0.4;
      context.fillRect(x, y - font.size * 0.48, width, font.size * 0.4);
      return;
    }
    const name = this.#fontName(font);
    if (name !== this.#font) {
      context.font = name;
      this.#font = name;
    }
    if (run.rtl === true) context.direction = 'rtl';
    // While a face is on its way, the device's own letters stand in the room of those that were laid out.
    if (OTHER_SCRIPTS.test(run.text)) context.fillText(run.text, x, y, width + SPARE);
    else context.fillText(run.text, x, y);
    if (run.rtl === true) context.direction = 'ltr';
    const thickness = Math.max(1, font.size / 14);
    if (run.underline === true) context.fillRect(x, y + font.size * 0.16, width, thickness);
    if (run.strike === true) context.fillRect(x, y - font.size * 0.3, width, thickness);
  }

  #path(data: PathData): Path2D {
    let path = this.#paths.get(data);
    if (path === undefined) {
      const made = this.#makePath();
      playPath(data, made);
      path = made;
      this.#paths.set(data, path);
    }
    return path;
  }

  #fontName(font: Font): string {
    let name = this.#fonts.get(font);
    if (name === undefined) {
      name = `${font.italic ? 'italic ' : ''}${font.weight} ${font.size}px ${fontStack(font.family)}`;
      if (this.#fonts.size > 20_000) this.#fonts.clear();
      this.#fonts.set(font, name);
    }
    return name;
  }
}

function shown(colour: Colour, isFaded: boolean): Colour {
  return isFaded ? palenessOf(colour) : colour;
}

function isWords(command: Command): boolean {
  return command.kind === 'text' || (command.kind === 'fill' && command.says !== undefined);
}
