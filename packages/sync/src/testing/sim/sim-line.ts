import type { Clock } from '@bough/base';
import type { Dice } from '@bough/map/testing';

export interface LineEnds {
  readonly toClient: (text: string) => void;
  readonly toGateway: (text: string) => void;
  readonly clientClosed: () => void;
  readonly gatewayClosed: () => void;
}

interface Way {
  lastDueMs: number;
  heldBytes: number;
}

/**
 * One socket between a client and a gateway, as TCP is: each direction delivers in order, late, or (once the line is cut) a
 * beginning of what was sent and then nothing. The ends learn of a cut at different times, or only by silence. What was on
 * its way to the gateway may come in long after the client has opened another line.
 */
export class SimLine {
  readonly #clock: Clock;
  readonly #dice: Dice;
  readonly #ends: LineEnds;
  readonly #up: Way = { lastDueMs: 0, heldBytes: 0 };
  readonly #down: Way = { lastDueMs: 0, heldBytes: 0 };
  #isCut = false;
  #isClosedByGateway = false;
  readonly #isRough: () => boolean;
  /** Frames that were on their way when the line was cut, or that something in between swallowed. */
  lost = 0;

  /** While it is rough, something in between now and then swallows a frame, or says it twice. */
  constructor(clock: Clock, dice: Dice, ends: LineEnds, isRough: () => boolean) {
    this.#isRough = isRough;
    this.#clock = clock;
    this.#dice = dice;
    this.#ends = ends;
  }

  get heldBytes(): number {
    return this.#down.heldBytes;
  }

  fromClient(text: string): void {
    if (this.#isCut) return;
    // Whether it still comes in when the line is cut on its way, and how much later, is known from the start.
    const survives = this.#dice.chance(0.5);
    this.#deliver(this.#up, text, () => !this.#isCut || survives, this.#ends.toGateway);
  }

  fromGateway(text: string): void {
    if (this.#isCut || this.#isClosedByGateway) return;
    this.#deliver(this.#down, text, () => !this.#isCut, this.#ends.toClient);
  }

  /** The gateway closes: what it has sent arrives first. */
  closeFromGateway(): void {
    if (this.#isCut || this.#isClosedByGateway) return;
    this.#isClosedByGateway = true;
    this.#deliver(
      this.#down,
      '',
      () => !this.#isCut,
      () => this.#ends.clientClosed(),
    );
  }

  closeFromClient(): void {
    if (this.#isCut) return;
    this.#deliver(
      this.#up,
      '',
      () => true,
      () => this.#ends.gatewayClosed(),
    );
    this.#isCut = true;
  }

  /** The network fails: each end learns of it after a while, or never. */
  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    if (this.#dice.chance(0.7)) this.#clock.after(this.#dice.below(1500), this.#ends.clientClosed);
    if (this.#dice.chance(0.7)) this.#clock.after(this.#dice.below(4000), this.#ends.gatewayClosed);
  }

  #deliver(way: Way, text: string, arrives: () => boolean, to: (text: string) => void): void {
    const slow = this.#dice.chance(0.03) ? this.#dice.below(1500) : 0;
    way.lastDueMs = Math.max(way.lastDueMs, this.#clock.monotonic() + 1 + this.#dice.below(60) + slow);
    way.heldBytes += text.length;
    this.#clock.after(way.lastDueMs - this.#clock.monotonic(), () => {
      way.heldBytes -= text.length;
      const copies = this.#copiesOf(text);
      if (!arrives() || copies === 0) this.lost++;
      else for (let copy = 0; copy < copies; copy++) to(text);
    });
  }

  #copiesOf(text: string): number {
    if (!this.#isRough() || !MAY_VARY.test(text)) return 1;
    if (this.#dice.chance(0.02)) return 2;
    return this.#dice.chance(0.01) ? 0 : 1;
  }
}

/** What both ends must bear to lose or to get twice; a greeting and its answer are what makes a line. */
const MAY_VARY = /^{"kind":"(changes|submit|refused|fill|ping|pong|presence)"/;
