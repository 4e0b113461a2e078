import { type Backoff, backoffMs, type Cancel, type Clock, type Ids, type Random } from '@bough/base';
import type { Component, Log } from '@bough/service';
import type { Claim, Outbox, WaitingMail } from '../outbox/outbox.ts';
import { measuredSince, turnOf } from '../outbox/turn.ts';
import { type Delivery, SMTP_CONNECTIONS, type Transport } from './transport.ts';

export interface SenderParts {
  readonly outbox: Outbox;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'short'>;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
}
export interface SenderSettings {
  /** Of one topic, to one address. */
  readonly perHour: number;
  /** How long a mail stays with a mailer that has died before another one sends it. */
  readonly claimMs: number;
}
/** A mail that SMTP has not taken is tried again, later and later. */
export const RETRY: Backoff = { firstMs: 2_000, longestMs: 300_000 };
/** After so many attempts, a day and more, a mail has failed. */
const MOST_ATTEMPTS = 300;
/** How long to wait when the outbox does not answer. */
const OUTBOX_AWAY_MS = 2_000;

/** Takes waiting mails out of the outbox: as many at once as the transport has connections, each tried again later and later. */
export class Sender implements Component {
  readonly name = 'sender';
  readonly #parts: SenderParts;
  readonly #settings: SenderSettings;
  /** Whose the claims are. */
  readonly #by: string;
  readonly #underWay = new Map<string, Promise<void>>();
  #life: 'new' | 'open' | 'draining' | 'stopped' = 'new';
  #filling: Promise<void> | null = null;
  #isAsked = false;
  #cancelTimer: Cancel = () => {};

  constructor(parts: SenderParts, settings: SenderSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#by = parts.ids.short();
  }

  async start(): Promise<void> {
    this.#life = 'open';
    this.wake();
  }

  /** A mail was put into the outbox, or may be due. */
  wake(): void {
    this.#isAsked = true;
    if (this.#life === 'open') this.#filling ??= this.#fillWhileAsked();
  }

  /** Finishes what is under way and begins nothing. */
  async drain(): Promise<void> {
    this.#life = 'draining';
    this.#cancelTimer();
    await this.#filling;
    await Promise.all(this.#underWay.values());
  }

  async stop(): Promise<void> {
    this.#life = 'stopped';
    this.#cancelTimer();
    this.#parts.transport.close();
  }

  get #hasRoom(): boolean {
    return this.#life === 'open' && this.#underWay.size < SMTP_CONNECTIONS;
  }

  async #fillWhileAsked(): Promise<void> {
    while (this.#isAsked && this.#life === 'open') {
      this.#isAsked = false;
      await this.#fill();
    }
    this.#filling = null;
  }

  async #fill(): Promise<void> {
    const { outbox, clock, log } = this.#parts;
    try {
      while (this.#hasRoom && (await this.#takeNext())) continue;
      const nextAt = this.#hasRoom ? await outbox.nextDueAt() : null;
      this.#wakeAt(nextAt);
    } catch (failure) {
      log.error('the outbox does not answer', { error: failure });
      this.#wakeAt(clock.now() + OUTBOX_AWAY_MS);
    }
  }

  #wakeAt(atMs: number | null): void {
    const { clock } = this.#parts;
    this.#cancelTimer();
    if (atMs === null || this.#life !== 'open') return;
    this.#cancelTimer = clock.after(Math.max(0, atMs - clock.now()), () => this.wake());
  }

  /** Begins the next mail, or puts it off when it is not its turn; false: none is due. */
  async #takeNext(): Promise<boolean> {
    const { outbox, clock, random } = this.#parts;
    const { perHour, claimMs } = this.#settings;
    const mail = await outbox.claim(this.#by, clock.now(), clock.now() + claimMs);
    if (mail === null) return false;
    // Its own claim ran out while this process was held up: it is under way here all the same.
    if (this.#underWay.has(mail.id)) return true;
    const claim = { id: mail.id, by: this.#by };
    const nowMs = clock.now();
    const measure = await outbox.measure(mail, { sinceMs: measuredSince(nowMs), nowMs }, perHour);
    const turnAt = turnOf(measure, perHour, { nowMs, fraction: random.fraction() });
    if (turnAt > nowMs) await outbox.hold(claim, turnAt, 'its address has had as many as it gets in an hour');
    else if (this.#life === 'open') this.#underWay.set(mail.id, this.#deliver(mail, claim));
    else await outbox.hold(claim, nowMs, null);
    return true;
  }

  async #deliver(mail: WaitingMail, claim: Claim): Promise<void> {
    const letGo = keepClaimed(this.#parts, claim, this.#settings.claimMs);
    try {
      const verdict = await attempt(this.#parts, mail);
      // What SMTP has said is written down however long that takes: forgotten, it would be said to it again.
      while (!(await tryWrite(this.#parts, claim, verdict)) && !this.#isStopped()) continue;
    } catch (failure) {
      this.#parts.log.error('a mail waits until its claim runs out', { mail: mail.id, error: failure });
    }
    letGo();
    this.#underWay.delete(mail.id);
    this.wake();
  }

  #isStopped(): boolean {
    return this.#life === 'stopped';
  }
}

/** Claims the mail anew while it is being sent. */
function keepClaimed({ outbox, clock, log }: SenderParts, claim: Claim, claimMs: number): Cancel {
  let cancel: Cancel = () => {};
  let isHeld = true;
  const again = async (): Promise<void> => {
    try {
      if (!(await outbox.extend(claim, clock.now() + claimMs))) return;
    } catch (failure) {
      log.warn('a claim could not be made anew', { mail: claim.id, error: failure });
    }
    if (isHeld) plan();
  };
  const plan = (): void => {
    cancel = clock.after(claimMs / 3, () => void again());
  };
  plan();
  return () => {
    isHeld = false;
    cancel();
  };
}

/** How an attempt ended, for the outbox. */
type Verdict = Delivery & { readonly mail: WaitingMail };

async function attempt({ outbox, transport, clock }: SenderParts, mail: WaitingMail): Promise<Verdict> {
  if (mail.uselessAt !== null && clock.now() >= mail.uselessAt) {
    return { mail, kind: 'refused', reason: 'it came too late to be of use' };
  }
  if (mail.topic === 'others' && (await outbox.isRefused(mail.to))) {
    return { mail, kind: 'refused', reason: 'its reader wants no such mails' };
  }
  return { mail, ...(await transport.send(mail)) };
}

/** Writes down how it ended; false, after a while, when the outbox does not answer. */
async function tryWrite(parts: SenderParts, claim: Claim, verdict: Verdict): Promise<boolean> {
  const { clock, log } = parts;
  try {
    await write(parts, claim, verdict);
    return true;
  } catch (failure) {
    log.error('what SMTP has said could not be written down yet', { mail: claim.id, error: failure });
    await new Promise<void>((resolve) => {
      clock.after(OUTBOX_AWAY_MS, resolve);
    });
    return false;
  }
}

async function write({ outbox, clock, random, log }: SenderParts, claim: Claim, verdict: Verdict): Promise<void> {
  const { mail } = verdict;
  const facts = { mail: mail.id, attempt: mail.attempts + 1 };
  if (verdict.kind === 'sent') {
    await outbox.sent(mail.id, clock.now());
    log.info('a mail was sent', facts);
  } else if (verdict.kind === 'refused' || mail.attempts + 1 >= MOST_ATTEMPTS) {
    await outbox.failed(claim, verdict.reason, clock.now());
    log.warn('a mail has failed', { ...facts, reason: verdict.logged ?? verdict.reason });
  } else {
    await outbox.postpone(claim, clock.now() + backoffMs(RETRY, mail.attempts, random), verdict.reason);
    log.warn('a mail could not be sent yet', { ...facts, reason: verdict.logged ?? verdict.reason });
  }
}
