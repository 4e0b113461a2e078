import { type Colour, type PathData, type PlacedGroup, playPath } from '@bough/scene';
import { FADED, palenessOf } from './faded.ts';
import type { PaintOptions } from './paint-options.ts';
import type { Surface } from './surface.ts';

// From far away a map is its branches: lines of one width, gathered by colour and drawn all at once; shapes; and words as bars
// while a bar is still a mark that an eye can hold.

interface Bundle {
  readonly colour: Colour;
  readonly width: number;
  readonly paths: PathData[];
  /** Where each of them begins: x and y in turn. */
  readonly places: number[];
}

const SMALLEST_BAR = 1.1;
const SMALLEST_SHAPE = 1.5;

/** Paints the groups in a handful of strokes: all of them clear, or all of them faded. */
export function paintFar(context: Surface, groups: readonly PlacedGroup[], options: PaintOptions): void {
  const { camera, pixelRatio, palette } = options;
  const isFaded = groups[0]?.isFaded === true;
  const scale = camera.scale * pixelRatio;
  context.setTransform(scale, 0, 0, scale, -camera.x * scale, -camera.y * scale);
  context.lineCap = 'butt';
  context.lineJoin = 'round';
  for (const { colour, width, paths, places } of bundles(groups, camera.scale)) {
    context.beginPath();
    paths.forEach((path, i) => playPath(path, context, places[2 * i], places[2 * i + 1]));
    context.strokeStyle = palette.resolve(isFaded ? palenessOf(colour) : colour);
    context.lineWidth = width;
    context.stroke();
  }
  paintShapes(context, groups, options);
  paintBars(context, groups, options);
}

/** All lines in sight, those of one colour and width together. */
function bundles(groups: readonly PlacedGroup[], scale: number): readonly Bundle[] {
  const found: Bundle[] = [];
  const byColour = new Map<Colour, Bundle[]>();
  for (const { group, x, y } of groups) {
    for (const command of group.under) {
      if (command.kind === 'text' || command.kind === 'image') continue;
      const path = command.kind === 'fill' ? command.spine : command.path;
      if (path === undefined) continue;
      const own = command.kind === 'fill' ? (command.spineWidth ?? 2) : command.width;
      // Never thinner than a hair, and few different widths.
      const width = Math.max(own, Math.round(0.7 / scale));
      const colour = withoutDrift(command.colour);
      let alike = byColour.get(colour);
      if (alike === undefined) byColour.set(colour, (alike = []));
      let bundle = alike.find((one) => one.width === width);
      if (bundle === undefined) {
        bundle = { colour, width, paths: [], places: [] };
        alike.push(bundle);
        found.push(bundle);
      }
      bundle.paths.push(path);
      bundle.places.push(x, y);
    }
  }
  return found;
}

const DRIFTLESS = new Map<Colour, Colour>();

/** `branch:3:0.4:0.01` is `branch:3` from afar. */
function withoutDrift(colour: Colour): Colour {
  let plain = DRIFTLESS.get(colour);
  if (plain === undefined) {
    const end = colour.indexOf(':', colour.startsWith('branch:') ? 7 : 0);
    plain = end < 0 ? colour : colour.slice(0, end);
    if (DRIFTLESS.size > 50_000) DRIFTLESS.clear();
    DRIFTLESS.set(colour, plain);
  }
  return plain;
}

function paintShapes(context: Surface, groups: readonly PlacedGroup[], { camera, palette }: PaintOptions): void {
  for (const { group, x, y, isFaded } of groups) {
    for (const command of group.commands) {
      if (command.kind !== 'fill' || command.alpha === 0 || command.bounds.height * camera.scale < SMALLEST_SHAPE)
        continue;
      context.beginPath();
      playPath(command.path, context, x, y);
      context.fillStyle = palette.resolve(isFaded ? palenessOf(command.colour) : command.colour);
      context.fill();
    }
  }
}

function paintBars(
  context: Surface,
  groups: readonly PlacedGroup[],
  { camera, palette, wordless }: PaintOptions,
): void {
  context.fillStyle = palette.resolve('ink');
  context.globalAlpha = 0.32 * (groups[0]?.isFaded === true ? FADED : 1);
  context.beginPath();
  for (const { group, x, y } of groups) {
    if (wordless?.has(group.id) === true) continue;
    for (const command of group.commands) {
      if (command.kind !== 'text' || command.font.size * camera.scale < SMALLEST_BAR) continue;
      context.rect(x + command.x, y + command.y - command.font.size * 0.5, command.width, command.font.size * 0.42);
    }
  }
  context.fill();
  context.globalAlpha = 1;
}
