import { fontStack, grow, type Palette, type Rect, type Spot } from '@bough/scene';
import type { Peer } from '@bough/sync';
import { freeOf, toScreen } from '../core/camera/camera.ts';
import { type SeenDrags, PeerDrags } from '../core/picture/peer-drags.ts';
import { PeerPointers, type SeenPeer } from '../core/picture/peer-pointers.ts';
import type { EditorSession } from '../core/editor-session.ts';
import { type OverlayState, type PeoplePicture, ring } from './overlay.ts';

const FACE = fontStack('sans');
/** From so many people on, those who point out of sight are counted at the edge, not named. */
const CROWD = 12;
const LABEL = { x: 12, y: 14, height: 16, pad: 5 };
/** Room for the edge of what is drawn. */
const AROUND = 2;
/** A canvas, in sight or not. */
type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
/** What is at the edge stands so far from it. */
const EDGE = 12;

/** What is seen of others in one frame. */
export interface SeenOthers extends SeenDrags {
  readonly isMoving: boolean;
  /** When somebody's pointer begins to go because it rests; null: nobody's does. */
  readonly nextRestMs: number | null;
}

/** The other people in a map: what they drag, have selected, and where they point. Fetched with the first of them. */
export class OtherPeople implements PeoplePicture {
  readonly #pointers = new PeerPointers();
  readonly #drags = new PeerDrags();
  /** How wide names are written: many are, in every frame. */
  readonly #widths = new Map<string, number>();
  /** A pointer for each name, colour and density of pixels. */
  readonly #pictures = new Map<string, OffscreenCanvas>();
  #people: readonly SeenPeer[] = [];

  /** A face has come: names are as wide as it has them, and pictures that were drawn without it are drawn anew. */
  faceCame(): void {
    this.#widths.clear();
    this.#pictures.clear();
  }

  follow(people: readonly Peer[], session: EditorSession, nowMs: number): SeenOthers {
    const seen = this.#pointers.follow(people, session, nowMs, session.settings.reducedMotion);
    // What is presented is marked by nothing.
    const isMarked = session.state.present === null;
    this.#people = isMarked ? seen.people : seen.people.map(withoutSelection);
    const { isMoving, nextRestMs } = seen;
    return { ...this.#drags.follow(seen.people, session, nowMs), isMoving, nextRestMs };
  }

  paint(context: CanvasRenderingContext2D, state: OverlayState, seen: Rect): void {
    const room = grow(freeOf(state.view), -EDGE);
    const away = { left: 0, right: 0, top: 0, bottom: 0 };
    for (const peer of this.#people) {
      const colour = state.palette.resolve(`branch:${peer.hue}`);
      this.#paintSelection(context, state, peer, colour, seen);
      if (peer.spot === null) continue;
      const at = toScreen(state.camera, peer.spot);
      const side = sideOf(at, room);
      context.globalAlpha = peer.alpha;
      if (side === null) this.#paintPointer(context, at, peer.name, colour, state.palette);
      else if (this.#people.length < CROWD) this.#paintAway(context, at, room, side, peer.name, colour, state.palette);
      else away[side]++;
      context.globalAlpha = 1;
    }
    for (const side of SIDES) if (away[side] > 0) this.#paintCount(context, room, side, away[side], state.palette);
  }

  #paintSelection(
    context: CanvasRenderingContext2D,
    state: OverlayState,
    { name, state: { selection, editing } }: SeenPeer,
    colour: string,
    seen: Rect,
  ): void {
    let isNamed = false;
    for (const id of selection) {
      const at = ring(context, state, id, seen, colour, id === editing ? 2.5 : 1.75);
      if (at === null || isNamed) continue;
      isNamed = true;
      this.#write(context, editing === id ? `${name} …` : name, { x: at.x, y: at.y - 18 }, colour, state.palette);
    }
  }

  /** Drawn once for each person, and laid there as a picture: two hundred of them in each frame are most of its work otherwise. */
  #paintPointer(context: CanvasRenderingContext2D, at: Spot, name: string, colour: string, palette: Palette): void {
    const ratio = context.getTransform().a;
    const picture = this.#pictureOf(name, colour, palette, ratio);
    if (picture === null) return this.#drawPointer(context, at, name, colour, palette);
    // Whole pixels of the device: words would be blurred between two.
    const [x, y] = [Math.round((at.x - AROUND) * ratio) / ratio, Math.round((at.y - AROUND) * ratio) / ratio];
    context.drawImage(picture, x, y, picture.width / ratio, picture.height / ratio);
  }

  /** null: this browser draws nothing out of sight. */
  #pictureOf(name: string, colour: string, palette: Palette, ratio: number): OffscreenCanvas | null {
    const key = `${ratio} ${colour} ${name}`;
    const known = this.#pictures.get(key);
    if (known !== undefined) return known;
    const context = 'OffscreenCanvas' in globalThis ? new OffscreenCanvas(1, 1).getContext('2d') : null;
    if (context === null) return null;
    const picture = context.canvas;
    picture.width = Math.ceil((LABEL.x + this.#widthOf(context, name) + 2 * AROUND) * ratio);
    picture.height = Math.ceil((LABEL.y + LABEL.height + 2 * AROUND) * ratio);
    context.scale(ratio, ratio);
    this.#drawPointer(context, { x: AROUND, y: AROUND }, name, colour, palette);
    this.#pictures.set(key, picture);
    return picture;
  }

  #drawPointer(context: Pen, at: Spot, name: string, colour: string, palette: Palette): void {
    context.fillStyle = colour;
    context.strokeStyle = palette.resolve('paper');
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(at.x, at.y);
    context.lineTo(at.x + 4.5, at.y + 14);
    context.lineTo(at.x + 7.5, at.y + 8.5);
    context.lineTo(at.x + 13.5, at.y + 7);
    context.closePath();
    context.fill();
    context.stroke();
    this.#write(context, name, { x: at.x + LABEL.x, y: at.y + LABEL.y }, colour, palette);
  }

  /** The name of who points out of sight, at the edge where that is. */
  #paintAway(
    context: CanvasRenderingContext2D,
    to: Spot,
    room: Rect,
    side: Side,
    name: string,
    colour: string,
    palette: Palette,
  ): void {
    const width = this.#widthOf(context, name);
    const [x, y] = [
      within(to.x - width / 2, room.x, room.x + room.width - width),
      within(to.y - LABEL.height / 2, room.y, room.y + room.height - LABEL.height),
    ];
    this.#write(context, name, { x, y }, colour, palette);
    arrow(context, { x, y, width, height: LABEL.height }, side, colour);
  }

  /** How many point out of sight on that side. */
  #paintCount(context: CanvasRenderingContext2D, room: Rect, side: Side, count: number, palette: Palette): void {
    const words = String(count);
    const width = this.#widthOf(context, words);
    const [across, down] = [room.x + (room.width - width) / 2, room.y + (room.height - LABEL.height) / 2];
    const at = {
      left: { x: room.x, y: down },
      right: { x: room.x + room.width - width, y: down },
      top: { x: across, y: room.y },
      bottom: { x: across, y: room.y + room.height - LABEL.height },
    }[side];
    const ink = palette.resolve('ink');
    this.#write(context, words, at, ink, palette, palette.resolve('paper'));
    arrow(context, { ...at, width, height: LABEL.height }, side, ink);
  }

  #write(
    context: Pen,
    words: string,
    { x, y }: Spot,
    colour: string,
    palette: Palette,
    ink = palette.name === 'light' ? palette.resolve('ink') : palette.resolve('paper'),
  ): void {
    const width = this.#widthOf(context, words);
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(x, y, width, LABEL.height, LABEL.height / 2);
    context.fill();
    context.fillStyle = ink;
    context.textBaseline = 'middle';
    context.fillText(words, x + LABEL.pad, y + 8.5);
  }

  /** Sets the face of the words, too. */
  #widthOf(context: Pen, words: string): number {
    context.font = `500 11px ${FACE}`;
    const known = this.#widths.get(words);
    if (known !== undefined) return known;
    const width = context.measureText(words).width + 2 * LABEL.pad;
    this.#widths.set(words, width);
    return width;
  }
}

function withoutSelection(peer: SeenPeer): SeenPeer {
  return { ...peer, state: { ...peer.state, selection: [] } };
}

type Side = 'left' | 'right' | 'top' | 'bottom';
const SIDES = ['left', 'right', 'top', 'bottom'] as const satisfies readonly Side[];

/** On which side of the room it is furthest away; null: it is in it. */
function sideOf({ x, y }: Spot, room: Rect): Side | null {
  const off = { left: room.x - x, right: x - room.x - room.width, top: room.y - y, bottom: y - room.y - room.height };
  const side = SIDES.reduce((most, one) => (off[one] > off[most] ? one : most));
  // Up to the window's edge the pointer itself is seen.
  return off[side] > EDGE ? side : null;
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** A little arrow beside a name or a number, outwards. */
function arrow(context: CanvasRenderingContext2D, box: Rect, side: Side, colour: string): void {
  const [x, y] = {
    left: [box.x - 1, box.y + box.height / 2],
    right: [box.x + box.width + 1, box.y + box.height / 2],
    top: [box.x + box.width / 2, box.y - 1],
    bottom: [box.x + box.width / 2, box.y + box.height + 1],
  }[side] as [number, number];
  const [dx, dy] = { left: [-1, 0], right: [1, 0], top: [0, -1], bottom: [0, 1] }[side] as [number, number];
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x + 6 * dx, y + 6 * dy);
  context.lineTo(x + 4 * dy, y + 4 * dx);
  context.lineTo(x - 4 * dy, y - 4 * dx);
  context.closePath();
  context.fill();
}
