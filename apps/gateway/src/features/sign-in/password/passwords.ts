import { timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Random } from '@bough/base';
import { GatewayFailure } from '../../../failure.ts';
import { isCommonPassword } from './common-passwords.ts';
import { Hashing } from './hashing.ts';

// Passwords are kept as `$argon2id$v=19$m=65536,t=3,p=1$SALT$HASH` (PHC string format, base64 without padding): 64 MiB and three
// passes, well above the floor of OWASP ASVS 5.0, and the parameters stand in the text, so that a later Bough can raise them and
// write each hash anew when its owner next signs in.

/** What a hash costs. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}
/** What Bough asks of a new hash. */
export const PASSWORD_COST: PasswordCost = { memoryKib: 65_536, passes: 3, lanes: 1 };

/** Each hash takes 64 MiB and a whole core: more than two at once, or the last core, and everybody's editing would wait. */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Whoever would come after so many is told to come back: they would wait longer than anybody does. */
const WAITING_MOST = 100;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const CHARACTERS = { least: 8, most: 128 };
const WRITTEN =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

export type PasswordVerdict = 'wrong' | 'right' | 'right, hash anew';

/** Hashes passwords, few at once, the others in their turn. */
export class Passwords {
  readonly #random: Random;
  readonly #cost: PasswordCost;
  /** Stands where there is no hash, so that looking for none takes the steps that looking for one takes. */
  readonly #decoy: string;
  readonly #hashing = new Hashing();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(components: { readonly random: Random }, settings: { readonly cost: PasswordCost }) {
    this.#random = components.random;
    this.#cost = settings.cost;
    const bytes = Buffer.from(this.#random.bytes(SALT_BYTES + HASH_BYTES));
    this.#decoy = writeHash(this.#cost, bytes.subarray(0, SALT_BYTES), bytes.subarray(SALT_BYTES));
  }

  /** The hash of a password that `mustBeGood` has let pass. */
  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.#random.bytes(SALT_BYTES));
    return writeHash(this.#cost, salt, await this.#derive(password, salt, this.#cost, HASH_BYTES));
  }

  /** Whether the password is the one that was hashed. null, where there is none, takes as long and is wrong. */
  async verify(written: string | null, password: string): Promise<PasswordVerdict> {
    const known = WRITTEN.exec(written ?? this.#decoy);
    const parts = known ?? WRITTEN.exec(this.#decoy) ?? [];
    const [memoryKib = 0, passes = 0, lanes = 0] = parts.slice(1, 4).map(Number);
    const [salt, hash] = [Buffer.from(parts[4] ?? '', 'base64'), Buffer.from(parts[5] ?? '', 'base64')];
    const derived = await this.#derive(password, salt, { memoryKib, passes, lanes }, hash.length);
    if (!timingSafeEqual(derived, hash) || written === null || known === null) return 'wrong';
    const { memoryKib: memory, passes: most, lanes: wide } = this.#cost;
    return memoryKib === memory && passes === most && lanes === wide ? 'right' : 'right, hash anew';
  }

  async #derive(password: string, nonce: Buffer, cost: PasswordCost, tagLength: number): Promise<Buffer> {
    await this.#turn();
    try {
      const { memoryKib: memory, passes, lanes: parallelism } = cost;
      // The same letters can be typed in several ways; one of them is hashed.
      const message = Buffer.from(password.normalize('NFC'));
      return await this.#hashing.derive({ message, nonce, memory, passes, parallelism, tagLength });
    } finally {
      // Handed over, not freed and taken again: whoever comes in between would be one too many.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= WAITING_MOST) {
      throw new GatewayFailure('busy', 'Too many people are signing in.');
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** Throws GatewayFailure 'weak-password' unless the password may be chosen by whoever has the address. */
export function mustBeGood(password: string, email: string): void {
  const characters = Array.from(password.normalize('NFC')).length;
  if (characters < CHARACTERS.least || characters > CHARACTERS.most) {
    throw new GatewayFailure('weak-password', 'A password needs 8 to 128 characters.');
  }
  const plain = password.toLowerCase();
  if (isCommonPassword(password) || plain === email || plain === email.slice(0, email.indexOf('@'))) {
    throw new GatewayFailure('weak-password', 'This password is too common.');
  }
}

function writeHash({ memoryKib, passes, lanes }: PasswordCost, salt: Uint8Array, hash: Uint8Array): string {
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(salt)}$${base64(hash)}`;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
