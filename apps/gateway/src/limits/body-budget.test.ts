import { VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { BodyBudget, type BodyInFlight, type Sender } from './body-budget.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const SMALL = 64 * KIB;
const LARGE = 10 * MIB;

/** A budget on a clock that stands still, and what became of the bodies in it. */
function budget() {
  const clock = new VirtualClock();
  const bodies = new BodyBudget({ clock });
  const late: BodyInFlight[] = [];
  const gone: ((why: unknown) => void)[] = [];
  const begin = (sender: Sender, most: number): BodyInFlight => {
    const body: BodyInFlight = bodies.begin(sender, most, {
      onAbort: (run) => {
        gone.push(run);
        return () => undefined;
      },
      onLate: () => late.push(body),
    });
    return body;
  };
  return { clock, bodies, begin, late, leaveAll: () => gone.forEach((run) => run(new Error('gone'))) };
}
const from = (n: number, network = '203.0.113.9'): Sender => ({ person: `p${n}`, network });
/** Whether so much more of it may be read at once. */
async function isTaken(body: BodyInFlight, bytes: number): Promise<boolean> {
  let hasRoom = false;
  body.count(bytes).then(
    () => (hasRoom = true),
    () => undefined,
  );
  // What there is room for is counted before anything else gets a turn.
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  return hasRoom;
}

test('[GW-402] a body takes room as it comes: what is declared and not sent takes none', async () => {
  const { bodies, begin } = budget();
  const begun = Array.from({ length: 5_000 }, (_, n) => begin(from(n % 3), n % 2 === 0 ? SMALL : LARGE));
  expect(bodies.heldBytes).toBe(0);
  expect(await isTaken(begin(from(4, 'elsewhere'), SMALL), SMALL)).toBe(true);
  expect(bodies.heldBytes).toBe(SMALL);
  for (const body of begun.slice(0, 10)) expect(await isTaken(body, KIB)).toBe(true);
  expect(bodies.heldBytes).toBe(SMALL + 10 * KIB);
  for (const body of begun) body.end();
  expect(bodies.heldBytes).toBe(SMALL);
});

test('[GW-402] a large body is counted whole once more of it came than a small one has, and so some are read to their end', async () => {
  const { bodies, begin } = budget();
  const images = Array.from({ length: 5 }, () => begin(from(1), LARGE));
  for (const image of images) expect(await isTaken(image, SMALL)).toBe(true);
  expect(bodies.heldBytes).toBe(5 * SMALL);
  const read = [];
  for (const image of images) read.push(await isTaken(image, SMALL));
  expect(read).toEqual([true, true, false, false, false]);
  expect(await isTaken(images[0] ?? expect.unreachable(), LARGE - 2 * SMALL)).toBe(true);
});

test('[GW-402] of the room for small bodies one network has a quarter, and whoever is elsewhere the rest', async () => {
  const { bodies, begin } = budget();
  let taken = 0;
  for (let n = 0; n < 1_000; n++) if (await isTaken(begin(from(n % 10), SMALL), SMALL)) taken++;
  expect(taken * SMALL).toBe(16 * MIB);
  expect(bodies.heldBytes).toBe(16 * MIB);
  expect(await isTaken(begin(from(11, 'elsewhere'), SMALL), SMALL)).toBe(true);
});

test('[GW-402] a small body that has not come within ten seconds is late; one that has ended is not', () => {
  const { clock, begin, late } = budget();
  const [slow, done] = [begin(from(1), SMALL), begin(from(2), KIB)];
  begin(from(3), LARGE);
  done.end();
  clock.advance(9_999);
  expect(late).toEqual([]);
  clock.advance(1);
  expect(late).toEqual([slow]);
});

test('[GW-402] whoever goes while they wait for room leaves nothing counted behind', async () => {
  const { bodies, begin, leaveAll } = budget();
  const images = Array.from({ length: 3 }, () => begin(from(1), LARGE));
  const taken = [];
  for (const image of images) taken.push(await isTaken(image, LARGE));
  expect(taken).toEqual([true, true, false]);
  leaveAll();
  for (const image of images) image.end();
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  expect(bodies.heldBytes).toBe(0);
});
