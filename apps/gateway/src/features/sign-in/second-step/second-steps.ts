import { type Clock, parseBase64Url, type PersonId, type Random, toBase64Url } from '@bough/base';
import type { SecondStepFacts } from '@bough/contracts';
import { GatewayFailure } from '../../../failure.ts';
import type { Metadata } from '../../../metadata/metadata.ts';
import { openBytes, sealBytes } from '../../../secrets/sealed-bytes.ts';
import { CROCKFORD_LETTERS, toBase32 } from './base32.ts';
import { hashSecret } from '../../../secrets/secrets.ts';
import { otpauthAddress, stepOfCode, TOTP_SECRET_BYTES, typedSecret } from './totp.ts';

// The second step: codes of an authenticator app (see totp.ts), and recovery codes for whoever has lost it. The app's secret is kept sealed, with a key that
// follows from BOUGH_COOKIE_KEYS, bound to its person. Recovery codes have 80 random bits, so that a plain hash of one is worth nothing;
// each is good once.

/** What an app is given, once. */
export interface BegunSecondStep {
  readonly secret: string;
  readonly address: string;
}
/** What somebody typed as a code: wrong, of the app, or a recovery code, which is used up by it. */
export type CodeVerdict = 'wrong' | 'app' | 'recovery';

const CODES = 10;
/** 80 bits. */
const CODE_BYTES = 10;
const GROUP = 4;

/** Second steps of people. */
export class SecondSteps {
  readonly #metadata: Metadata;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #keys: readonly Uint8Array[];
  readonly #issuer: string;

  /** `keys` are of 32 bytes, newest first, and never none. */
  constructor(
    components: {
      readonly metadata: Metadata;
      readonly clock: Clock;
      readonly random: Random;
      readonly keys: readonly Uint8Array[];
    },
    settings: { readonly publicUrl: string },
  ) {
    this.#metadata = components.metadata;
    this.#clock = components.clock;
    this.#random = components.random;
    this.#keys = components.keys;
    this.#issuer = `Bough (${new URL(settings.publicUrl).hostname})`;
  }

  /** Whether the person is asked for a second step. */
  async isOn(person: PersonId): Promise<boolean> {
    return (await this.facts(person)) !== null;
  }

  /** null: none is on. */
  async facts(person: PersonId): Promise<SecondStepFacts | null> {
    const step = await this.#metadata.secondStep(person);
    return step === null || step.onAt === null ? null : { since: step.onAt, codesLeft: step.codes.length };
  }

  /** Throws 'second-step-on' where one is. */
  async mustBeOff(person: PersonId): Promise<void> {
    if (await this.isOn(person)) throw isOnAlready();
  }

  /** A new secret for the person's app, which counts once `turnOn` has seen a code of it. Throws 'second-step-on'. */
  async begin(person: PersonId, account: string): Promise<BegunSecondStep> {
    const secret = this.#random.bytes(TOTP_SECRET_BYTES);
    if (!(await this.#metadata.tryBeginSecondStep(person, this.#seal(person, secret)))) throw isOnAlready();
    return { secret: typedSecret(secret), address: otpauthAddress(secret, this.#issuer, account) };
  }

  /**
   * Turns it on by a code of the app, in a session of this epoch, and answers the recovery codes. Throws 'wrong-code', 'second-step-on' and
   * 'absent'.
   */
  async turnOn(person: PersonId, typed: string, epoch: number): Promise<readonly string[]> {
    const begun = await this.#metadata.secondStep(person);
    if (begun === null)
      throw new GatewayFailure('absent', 'Setting up two-step sign-in was not started.', {
        hint: 'Start again.',
      });
    if (begun.onAt !== null) throw isOnAlready();
    const lastStep = stepOfCode(this.#open(person, begun.sealed).secret, digitsOf(typed), this.#clock.now());
    if (lastStep === null) throw wrongCode();
    const codes = this.#newCodes();
    const [now, hashes] = [this.#clock.now(), codes.map((code) => hashCode(person, code))];
    const step = { ...begun, onAt: now, lastStep, codes: hashes, codesAt: now };
    if (!(await this.#metadata.tryTurnOnSecondStep(step, epoch))) {
      throw new GatewayFailure('changed', 'Setting up two-step sign-in was started again.', {
        hint: 'Use the newer key.',
      });
    }
    return codes;
  }

  /** Takes a code of the app, or a recovery code, each once on all gateways together. Wrong too where no second step is on. */
  async take(person: PersonId, typed: string): Promise<CodeVerdict> {
    const digits = digitsOf(typed);
    if (/^\d{6}$/.test(digits)) return (await this.#tryTakeDigits(person, digits)) ? 'app' : 'wrong';
    const isTaken = await this.#metadata.tryTakeRecoveryCode(person, hashCode(person, typed));
    return isTaken ? 'recovery' : 'wrong';
  }

  /** New recovery codes, for a session of this epoch; those from before are worth nothing. Throws 'absent' where no second step is on. */
  async renewCodes(person: PersonId, epoch: number): Promise<readonly string[]> {
    const codes = this.#newCodes();
    const made = { codes: codes.map((code) => hashCode(person, code)), codesAt: this.#clock.now() };
    if (!(await this.#metadata.trySetRecoveryCodes(person, made, epoch))) throw noneOn();
    return codes;
  }

  /** Throws 'absent' where there is none, on or begun. */
  async turnOff(person: PersonId): Promise<void> {
    if (!(await this.#metadata.removeSecondStep(person))) throw noneOn();
  }

  async #tryTakeDigits(person: PersonId, digits: string): Promise<boolean> {
    const known = await this.#metadata.secondStep(person);
    if (known === null || known.onAt === null) return false;
    const { secret, keyIndex } = this.#open(person, known.sealed);
    const step = stepOfCode(secret, digits, this.#clock.now());
    if (step === null || !(await this.#metadata.tryTakeStep(person, step))) return false;
    // So that an older key can go once everybody has come by.
    if (keyIndex > 0) await this.#metadata.resealSecondStep(person, known.sealed, this.#seal(person, secret));
    return true;
  }

  #newCodes(): readonly string[] {
    return Array.from({ length: CODES }, () => writeCode(this.#random.bytes(CODE_BYTES)));
  }

  #seal(person: PersonId, secret: Uint8Array): string {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('a bug in Bough: there is always a key');
    return toBase64Url(sealBytes(key, boundTo(person), secret));
  }

  #open(person: PersonId, sealed: string): { readonly secret: Uint8Array; readonly keyIndex: number } {
    const opened = openBytes(this.#keys, boundTo(person), parseBase64Url(sealed) ?? new Uint8Array(0));
    if (opened === null) {
      throw new GatewayFailure(
        'lost-key',
        'Codes from an app cannot be checked, because their encryption key is not in BOUGH_COOKIE_KEYS.',
      );
    }
    return { secret: opened.plain, keyIndex: opened.keyIndex };
  }
}

/** The refusal of a code; which kind it should have been, and why it is wrong, is not said. */
export function wrongCode(): GatewayFailure {
  return new GatewayFailure('wrong-code', 'The code is wrong, too old, or was already used.');
}

function isOnAlready(): GatewayFailure {
  return new GatewayFailure('second-step-on', 'Two-step sign-in is already on.');
}

function noneOn(): GatewayFailure {
  return new GatewayFailure('absent', 'Two-step sign-in is not on.');
}

function boundTo(person: PersonId): string {
  return `second step ${person}`;
}

/** People type codes in groups, as apps show them. */
function digitsOf(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}

/** A recovery code as it is shown: in groups, and in letters that are taken for no digit. */
function writeCode(bytes: Uint8Array): string {
  return (toBase32(bytes, CROCKFORD_LETTERS).match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** What is kept of a recovery code, however it is typed: case, spaces and hyphens do not count. */
function hashCode(person: PersonId, typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return hashSecret(`recovery code of ${person} ${plain}`);
}
