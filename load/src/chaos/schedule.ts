import { Dice } from '@bough/map/testing';
import type { StoreName, WayName } from '../bough/full-stack.ts';

/** A process of the stack, by its name there. */
export type ServiceName = 'gateway-1' | 'gateway-2' | 'docstore-1' | 'docstore-2' | 'exporter' | 'mailer';

/** What is done, to what, and how long it lasts. */
export type Fault =
  /** `kill` is kill -9, `end` is SIGTERM; both start again after it. `freeze` goes on after it. */
  | { readonly kind: 'kill' | 'end' | 'freeze'; readonly what: ServiceName; readonly forMs: number }
  /** `cut` closes what is open and takes nothing new; `hang` keeps connections and carries nothing; `slow` adds to each answer. */
  | { readonly kind: 'cut' | 'hang' | 'slow'; readonly what: WayName; readonly forMs: number }
  /** It is gone, and back at once with nothing in it. */
  | { readonly kind: 'empty'; readonly what: 'bus'; readonly forMs: number }
  /** No room for anything new. */
  | { readonly kind: 'fill'; readonly what: StoreName; readonly forMs: number }
  /** A bit of some object turns; `pick` says of which, from 0 to 1. */
  | { readonly kind: 'turn'; readonly what: 'first'; readonly forMs: number; readonly pick: number }
  /** Its clock jumps, and back after it. */
  | { readonly kind: 'jump'; readonly what: ServiceName; readonly forMs: number; readonly byMs: number }
  /** One process after the other ends and starts again as another build, or as this one again. */
  | { readonly kind: 'roll'; readonly what: 'versions'; readonly forMs: number }
  /** The first location is lost; the second one takes its place for a while. */
  | { readonly kind: 'fail-over'; readonly what: 'first'; readonly forMs: number };

/** A fault and when it begins, in milliseconds from the start. */
export interface Planned {
  readonly atMs: number;
  readonly fault: Fault;
}

const SERVICES = ['gateway-1', 'gateway-2', 'docstore-1', 'docstore-2', 'exporter', 'mailer'] as const;
const WAYS = ['first', 'second', 'database', 'bus'] as const;
/** Undisturbed, so that people are there before it begins. */
const CALM_MS = 3_000;
const PAUSE_MS = { least: 500, more: 4_500 };
const LASTS_MS = { least: 300, more: 6_000 };
/** Now and then something is away for longer than any patience inside Bough. */
const LONG_MS = 16_000;
const LONG_ONE_IN = 12;
/** Two clocks differ by less than the ten seconds for which a ticket stands. */
const JUMP_MS = { least: 500, more: 4_000 };
/** Nothing is rolled again before that. */
const ROLL_MS = 40_000;
/** How long Bough runs from the second location; and to go there and back takes as long as much again, while nothing else happens to the first. */
const AWAY_MS = 12_000;
const GOING_MS = 30_000;

/** What this seed does in so many milliseconds: always the same. Nothing suffers two faults at once; all are over at the end. */
export function scheduleOf(seed: number, lengthMs: number): readonly Planned[] {
  const dice = new Dice(seed);
  const freeAt = new Map<string, number>();
  const planned: Planned[] = [];
  let atMs = CALM_MS;
  while (atMs < lengthMs) {
    const fault = draw(dice);
    const isFree = (freeAt.get(fault.what) ?? 0) <= atMs;
    if (isFree && atMs + fault.forMs <= lengthMs) {
      planned.push({ atMs, fault });
      freeAt.set(fault.what, atMs + fault.forMs + (fault.kind === 'fail-over' ? GOING_MS : 0));
    }
    atMs += PAUSE_MS.least + dice.below(PAUSE_MS.more);
  }
  return planned;
}

function draw(dice: Dice): Fault {
  const isLong = dice.below(LONG_ONE_IN) === 0;
  const forMs = isLong ? LONG_MS : LASTS_MS.least + dice.below(LASTS_MS.more);
  const rare = dice.below(40);
  if (rare < 4) return { kind: 'empty', what: 'bus', forMs: 0 };
  if (rare < 6) return { kind: 'roll', what: 'versions', forMs: ROLL_MS };
  if (rare < 10) return { kind: 'turn', what: 'first', forMs: 0, pick: dice.random.fraction() };
  if (rare < 13) return { kind: 'fill', what: dice.one(['first', 'second']), forMs };
  if (rare < 17) {
    const farMs = JUMP_MS.least + dice.below(JUMP_MS.more);
    return { kind: 'jump', what: dice.one(SERVICES), forMs, byMs: dice.chance(0.5) ? farMs : -farMs };
  }
  if (rare < 18) return { kind: 'fail-over', what: 'first', forMs: AWAY_MS };
  if (dice.chance(0.6)) return { kind: dice.one(['kill', 'kill', 'end', 'freeze']), what: dice.one(SERVICES), forMs };
  return { kind: dice.one(['cut', 'hang', 'slow']), what: dice.one(WAYS), forMs };
}

/** In words, for the report. */
export function sayFault(fault: Fault): string {
  const { kind, what, forMs } = fault;
  const by = kind === 'jump' ? ` by ${(fault.byMs / 1000).toFixed(1)} s` : '';
  return `${kind} ${what}${by}${forMs === 0 || kind === 'roll' ? '' : ` for ${(forMs / 1000).toFixed(1)} s`}`;
}
