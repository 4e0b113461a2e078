import type { Cancel, Clock } from '@bough/base';
import { createLayout } from '@bough/layout';
import { decodeMap, emptyDocument } from '@bough/map';
import type { Scene } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';

// A browser runs code slowly until it has seen what the code does, and the way from a document to its picture is long: read,
// measured, placed, painted, ten thousand times over. While the page waits for the document anyhow, it goes that way with a
// small map that nobody sees, and the first picture comes in half the time.

/** What has come already is there sooner than that, and must not wait behind a warm-up. */
const PATIENCE_MS = 30;
/** With so many turns the code is as fast as it gets. */
const TURNS = 24;
/** A document that comes meanwhile waits no longer than this and one step more. */
const SLICE_MS = 6;
const ITEMS = 120;
const WORDS =
  'The five boxing wizards jump quickly (we vow), "sphinx of black quartz": judge it; 12 dozen jugs / 3,456 - 7.89?'.split(
    ' ',
  );

/** What a warm-up needs of its page. */
export interface WarmUpComponents {
  readonly clock: Clock;
  /** Paints the scene where nobody sees it. */
  readonly paint: (scene: Scene) => void;
}

/** Readies the way from a document to its picture, in short turns, where that is awaited for longer than a moment; to be cancelled when it is there. */
export function warmUp({ clock, paint }: WarmUpComponents): Cancel {
  let cancel: Cancel = () => undefined;
  const steps = stepsOf(paint);
  const later = (afterMs: number): void => {
    cancel = clock.after(afterMs, () => {
      const start = clock.monotonic();
      do if (steps.next().done === true) return;
      while (clock.monotonic() - start < SLICE_MS);
      later(0);
    });
  };
  later(PATIENCE_MS);
  return () => cancel();
}

function* stepsOf(paint: (scene: Scene) => void): Generator<void, void> {
  const document = smallDocument();
  const measurer = createInterMeasurer();
  for (let turn = 0; turn < TURNS; turn++) {
    yield;
    const read = decodeMap(document);
    if (!read.ok) return;
    yield;
    const { scene } = createLayout(read.value, measurer);
    yield;
    paint(scene);
  }
}

/** Branches of several sizes, now and then with more words than fit on a line, as a server would send them. */
function smallDocument(): string {
  const texts = [WORDS.join(' ')];
  const levels = [1];
  for (let i = 0; i < ITEMS; i++) {
    const count = i % 20 === 7 ? WORDS.length + 6 : 1 + (i % 6);
    texts.push(Array.from({ length: count }, (_, k) => WORDS[(i * 7 + k * 3) % WORDS.length]).join(' '));
    levels.push(2 + (i % 3));
  }
  const ids = texts.map((_, i) => `unseen${i + 100_000}`);
  const orders = texts.map((_, i) => `c${i + 100}`);
  const items = { ids, orders, texts, levels, rest: [] };
  return JSON.stringify({ ...emptyDocument(), items });
}
