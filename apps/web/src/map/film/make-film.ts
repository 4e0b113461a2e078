import { type MapId, parseClientId, type PersonId } from '@bough/base';
import { browserIds, type Theme } from '@bough/editor';
import { FilmStage, type Rect, union } from '@bough/editor/film';
import type { ItemId, Step } from '@bough/editor/moments';
import { followScripts } from '../../faces/follow-scripts.ts';
import { contrastNow } from '../commands/device.ts';
import { imageAddressIn } from '../editor/images.ts';
import { FilmCamera } from './film-camera.ts';
import { FilmEncoder, type FilmSize } from './film-encoder.ts';
import { type FilmPlan, TITLE_FADE_MS, TITLE_MS } from './film-plan.ts';

/** What a film is made of. */
export interface FilmSource {
  readonly map: MapId;
  readonly title: string;
  /** What stands below the title. */
  readonly span: string;
  readonly step: (from: number | null, to: number) => Promise<Step>;
  readonly sayWho: (author: PersonId) => string;
  readonly sayWhen: (at: number) => string;
}

/** How it is to look. */
export interface FilmLook {
  readonly size: FilmSize;
  readonly theme: Theme;
}

/** Layout and letters are those of a film that is so high. */
const HEIGHT = 720;
const INSETS = { top: 8, right: 8, bottom: 56, left: 8 } as const;
/** Work of so long ago is still looked at. */
const WORK_MS = 2_500;
/** What was changed last has a ring around it so long, as the play selects it. */
const RING_MS = 700;

/**
 * Makes the film, as fast as this device can, and tells how much of it is made. null: this browser has no encoder. Pictures that are as
 * the one before are neither painted nor encoded. Aborting the signal ends it: it throws.
 */
export async function makeFilm(
  source: FilmSource,
  plan: FilmPlan,
  look: FilmLook,
  onPart: (part: number) => void,
  signal: AbortSignal,
): Promise<Blob | null> {
  const encoder = await FilmEncoder.begin(look.size, source.title);
  if (encoder === null) return null;
  const ended = endOf(signal);
  const step: FilmSource['step'] = (from, to) => Promise.race([source.step(from, to), ended]);
  const shoot = new Shoot({ ...source, step }, plan, look);
  try {
    for (let picture = 0; picture < plan.pictures; picture++) {
      signal.throwIfAborted();
      const timeMs = plan.timeOf(picture);
      const isDifferent = await shoot.goTo(picture);
      // A player shows the last picture until the film is over, when there is one at the end.
      if (isDifferent || picture === plan.pictures - 1) {
        await shoot.paint();
        signal.throwIfAborted();
        await encoder.add(shoot.canvas, timeMs);
        await rest();
      }
      onPart((picture + 1) / plan.pictures);
    }
    const film = await encoder.finish(plan.lengthMs);
    signal.throwIfAborted();
    return film;
  } finally {
    encoder.close();
    shoot.close();
  }
}

/** The stage, the camera, and what of the past is on it. */
class Shoot {
  readonly #source: FilmSource;
  readonly #plan: FilmPlan;
  readonly #stage: FilmStage;
  readonly #camera: FilmCamera;
  readonly #unfollow: () => void;
  #timeMs = 0;
  #seq: number | null = null;
  #change: Step['change'] = null;
  /** What was changed when, the newest last. */
  #work: { readonly ids: readonly ItemId[]; readonly timeMs: number }[] = [];
  #ringed: readonly ItemId[] = [];
  #cardAlpha = 1;
  /** Something was on its way in the picture before. */
  #wasMoving = true;

  constructor(source: FilmSource, plan: FilmPlan, { size, theme }: FilmLook) {
    const [width, pixelRatio] = [(size.width * HEIGHT) / size.height, size.height / HEIGHT];
    const client = parseClientId(browserIds.short());
    if (client === null) throw new Error('a browser makes ids of the right form');
    this.#source = source;
    this.#plan = plan;
    this.#stage = new FilmStage(document, {
      ...{ client, width, height: HEIGHT, pixelRatio, theme, contrast: contrastNow() },
      imageAddress: imageAddressIn(source.map),
    });
    this.#camera = new FilmCamera({ width, height: HEIGHT, insets: INSETS });
    this.#unfollow = followScripts(this.#stage.moments);
  }

  get canvas(): HTMLCanvasElement {
    return this.#stage.canvas;
  }

  /** Goes on to a picture; whether it is different from the one before. */
  async goTo(picture: number): Promise<boolean> {
    const byMs = this.#plan.timeOf(picture) - this.#timeMs;
    this.#timeMs = this.#plan.timeOf(picture);
    const isNext = await this.#showMoment(this.#plan.seqAt(picture));
    const wasAtRest = this.#camera.isAtRest;
    this.#camera.follow(this.#stage.bounds(), this.#worked(), byMs);
    const [alpha, ringed] = [this.#cardAlpha, this.#ringed];
    this.#cardAlpha = Math.min(1, Math.max(0, (TITLE_MS - this.#timeMs) / TITLE_FADE_MS));
    this.#ringed = this.#recent();
    const isMoving = this.#stage.isMoving || !this.#camera.isAtRest || !wasAtRest;
    const isDifferent =
      isNext || isMoving || this.#wasMoving || alpha !== this.#cardAlpha || !isSame(ringed, this.#ringed);
    this.#wasMoving = isMoving;
    return isDifferent;
  }

  async paint(): Promise<void> {
    const { title, span, sayWho, sayWhen } = this.#source;
    const change = this.#change;
    await this.#stage.paint({
      ...{ timeMs: this.#timeMs, camera: this.#camera.camera, ringed: this.#ringed },
      caption: {
        title,
        who: change === null ? '' : sayWho(change.author),
        when: change === null ? '' : sayWhen(change.at),
      },
      card: this.#cardAlpha === 0 ? null : { title, line: span, alpha: this.#cardAlpha },
    });
  }

  close(): void {
    this.#unfollow();
    this.#stage.close();
  }

  async #showMoment(seq: number): Promise<boolean> {
    if (seq === this.#seq) return false;
    const isFirst = this.#seq === null;
    const { patch, change } = await this.#source.step(this.#seq, seq);
    this.#seq = seq;
    this.#change = change;
    this.#stage.show(patch, this.#timeMs);
    if (!isFirst) this.#work.push({ ids: patch.items.map(({ id }) => id), timeMs: this.#timeMs });
    return true;
  }

  /** Around what people worked on lately; null: look at all of it. */
  #worked(): Rect | null {
    if (this.#timeMs >= this.#plan.endMs) return null;
    // Where nobody has worked for a while one stays where the last work was.
    const recent = this.#work.filter(({ timeMs }, i) => timeMs > this.#timeMs - WORK_MS || i === this.#work.length - 1);
    this.#work = recent;
    return recent.reduce<Rect | null>((all, { ids }) => {
      const own = this.#stage.boundsOf(ids);
      return own === null ? all : all === null ? own : union(all, own);
    }, null);
  }

  #recent(): readonly ItemId[] {
    const latest = this.#work.at(-1);
    if (latest === undefined || latest.timeMs <= this.#timeMs - RING_MS) return [];
    return latest.ids.slice(-1);
  }
}

function isSame(one: readonly ItemId[], other: readonly ItemId[]): boolean {
  return one.length === other.length && one.every((id, i) => id === other[i]);
}

/** Throws when the signal is aborted: nobody answers then. */
function endOf(signal: AbortSignal): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('nobody waits for the film')), { once: true });
  });
  // It may be that nothing is asked for at that moment.
  ended.catch(() => undefined);
  return ended;
}

/** The page gets a turn, also while nobody looks at it, when timers are slow. */
function rest(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const heard = (): void => {
      port1.close();
      resolve();
    };
    port1.addEventListener('message', heard, { once: true });
    port1.start();
    port2.postMessage(null);
  });
}
