import type { Cancel, Clock } from '../ports.ts';

interface Plan {
  readonly dueMs: number;
  readonly order: number;
  readonly run: () => void;
  cancelled: boolean;
}

/** A clock that stands still until told to move. What is planned runs in order of its time, then of its planning. */
export class VirtualClock implements Clock {
  #nowMs: number;
  #order = 0;
  readonly #plans: Plan[] = [];

  constructor(startMs = 1_700_000_000_000) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  monotonic(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): Cancel {
    const plan: Plan = { dueMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, run, cancelled: false };
    let at = this.#plans.length;
    while (at > 0 && (this.#plans[at - 1]?.dueMs ?? 0) > plan.dueMs) at--;
    this.#plans.splice(at, 0, plan);
    return () => {
      plan.cancelled = true;
    };
  }

  /** When the next planned thing is due, or null when nothing is planned. */
  nextDueMs(): number | null {
    while (this.#plans[0]?.cancelled) this.#plans.shift();
    return this.#plans[0]?.dueMs ?? null;
  }

  /** Moves to the next planned thing and runs it; false when nothing is planned. */
  step(): boolean {
    const dueMs = this.nextDueMs();
    const plan = this.#plans.shift();
    if (dueMs === null || plan === undefined) return false;
    this.#nowMs = Math.max(this.#nowMs, dueMs);
    plan.run();
    return true;
  }

  /** Moves on by `ms`, running everything that falls due on the way. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (let due = this.nextDueMs(); due !== null && due <= untilMs; due = this.nextDueMs()) this.step();
    this.#nowMs = untilMs;
  }
}
