import { grow, type Rect, type Spot } from '@bough/scene';
import type { Peer } from '@bough/sync';
import { freeOf, toScreen } from '../../core/camera/camera.ts';
import type { EditorSession } from '../../core/editor-session.ts';
import { PeerDrags, type SeenDrags } from '../../core/picture/peer-drags.ts';
import { PeerPointers, type SeenPeer } from '../../core/picture/peer-pointers.ts';
import { type OverlayState, type PeoplePicture, ringAt, seenBy } from '../overlay.ts';
import { type Canvas, drawMarks, FoundMarks, type LayerSize, type Marks, NO_MARKS } from './marks.ts';
import { type Drawing, LABEL, type Look, Pictures, type Side, SIDES } from './pictures.ts';

/** From so many people on, those who point out of sight are counted at the edge, not named. */
const CROWD = 12;
/** What is at the edge stands so far from it. */
const EDGE = 12;
/** A name stands so far above what its person has selected. */
const ABOVE = 18;

/** What is seen of others in one frame. */
export interface SeenOthers extends SeenDrags {
  readonly isMoving: boolean;
  /** When somebody's pointer begins to go because it rests; null: nobody's does. */
  readonly nextRestMs: number | null;
}

/** Where what others leave on the screen is drawn beside the page. */
export interface Layer {
  take(number: number, drawn: Canvas): void;
  forget(): void;
  show(marks: Marks, size: LayerSize): void;
  end(): void;
}

/** Asks for one: `onHere` once it is there, `onLost` when it is not any more, or never will be. */
export type AskForLayer = (onHere: (layer: Layer) => void, onLost: () => void) => void;

/** The other people in a map: what they drag, have selected, and where they point. Fetched with the first of them. */
export class OtherPeople {
  readonly #pointers = new PeerPointers();
  readonly #drags = new PeerDrags();
  readonly #pictures: Pictures;
  /** Pictures that no layer has taken. */
  readonly #kept = new Map<number, Canvas>();
  /** null while the page draws. */
  #layer: Layer | null = null;
  #isEnded = false;
  #people: readonly SeenPeer[] = [];

  /** `onChange`: somebody else draws from now on. */
  constructor(canvas: Drawing['canvas'], askForLayer: AskForLayer, onChange: () => void) {
    this.#pictures = new Pictures({
      canvas,
      isDrawn: (number, drawn) => {
        if (this.#layer === null) this.#kept.set(number, drawn);
        else this.#layer.take(number, drawn);
      },
    });
    const drawnBy = (layer: Layer | null): void => {
      if (this.#isEnded) return layer?.end();
      this.#layer?.end();
      this.#layer = layer;
      this.drawAnew();
      onChange();
    };
    askForLayer(drawnBy, () => drawnBy(null));
  }

  /** Every picture is drawn anew, with names as wide as the faces have them that are here now. */
  drawAnew(): void {
    this.#pictures.forget();
    this.#kept.clear();
    this.#layer?.forget();
  }

  follow(people: readonly Peer[], session: EditorSession, nowMs: number): SeenOthers {
    const seen = this.#pointers.follow(people, session, nowMs, session.settings.reducedMotion);
    // What is presented is marked by nothing.
    const isMarked = session.state.present === null;
    this.#people = isMarked ? seen.people : seen.people.map(withoutSelection);
    const { isMoving, nextRestMs } = seen;
    return { ...this.#drags.follow(seen.people, session, nowMs), isMoving, nextRestMs };
  }

  /** Has them drawn on the layer of their own; where there is none, answers what is to be painted over the map. */
  show(context: CanvasRenderingContext2D, state: OverlayState, pixelRatio: number): PeoplePicture | null {
    const look = { palette: state.palette, pixelRatio };
    const { width, height } = state.view;
    const marks = this.#people.length === 0 ? NO_MARKS : this.#marks(context, state, look);
    if (this.#layer !== null) this.#layer.show(marks, { width, height, pixelRatio });
    if (this.#layer !== null || marks === NO_MARKS) return null;
    return { paint: (over) => drawMarks(over, marks, (number) => this.#kept.get(number), pixelRatio) };
  }

  end(): void {
    this.#isEnded = true;
    this.#layer?.end();
  }

  #marks(context: CanvasRenderingContext2D, state: OverlayState, look: Look): Marks {
    const room = grow(freeOf(state.view), -EDGE);
    const seen = seenBy(state);
    const away = { left: 0, right: 0, top: 0, bottom: 0 };
    const found = new FoundMarks(look.pixelRatio);
    for (const peer of this.#people) {
      const colour = state.palette.resolve(`branch:${peer.hue}`);
      this.#addSelection(found, context, state, peer, colour, seen, look);
      if (peer.spot === null) continue;
      const at = toScreen(state.camera, peer.spot);
      const side = sideOf(at, room);
      if (side === null) found.picture(this.#pictures.pointer(peer.name, colour, look), at, peer.alpha);
      else if (this.#people.length < CROWD) {
        const picture = this.#pictures.away(peer.name, side, colour, false, look);
        const [x, y] = [at.x - picture.wide / 2, at.y - LABEL.height / 2];
        const [right, foot] = [room.x + room.width - picture.wide, room.y + room.height - LABEL.height];
        found.picture(picture, { x: within(x, room.x, right), y: within(y, room.y, foot) }, peer.alpha);
      } else away[side]++;
    }
    for (const side of SIDES) if (away[side] > 0) this.#addCount(found, room, side, away[side], look);
    return found.all();
  }

  #addSelection(
    found: FoundMarks,
    context: CanvasRenderingContext2D,
    state: OverlayState,
    { name, state: { selection, editing } }: SeenPeer,
    colour: string,
    seen: Rect,
    look: Look,
  ): void {
    let isNamed = false;
    for (const id of selection) {
      const ring = ringAt(context, state, id, seen);
      if (ring === null) continue;
      found.ring(ring.rect, ring.radius, id === editing ? 2.5 : 1.75, colour);
      if (isNamed) continue;
      isNamed = true;
      const { x, y } = ring.rect;
      found.picture(this.#pictures.name(editing === id ? `${name} …` : name, colour, look), { x, y: y - ABOVE }, 1);
    }
  }

  /** How many point out of sight on that side. */
  #addCount(found: FoundMarks, room: Rect, side: Side, count: number, look: Look): void {
    const picture = this.#pictures.away(String(count), side, look.palette.resolve('ink'), true, look);
    const [across, down] = [room.x + (room.width - picture.wide) / 2, room.y + (room.height - LABEL.height) / 2];
    const at = {
      left: { x: room.x, y: down },
      right: { x: room.x + room.width - picture.wide, y: down },
      top: { x: across, y: room.y },
      bottom: { x: across, y: room.y + room.height - LABEL.height },
    }[side];
    found.picture(picture, at, 1);
  }
}

function withoutSelection(peer: SeenPeer): SeenPeer {
  return { ...peer, state: { ...peer.state, selection: [] } };
}

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
