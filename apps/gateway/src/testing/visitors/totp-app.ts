import { codeAt, STEP_MS } from '../../features/sign-in/second-step/totp.ts';
import type { Browser } from './browser.ts';
import type { World } from '../world.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app: has the secret as it was typed, and its own clock. */
export class TotpApp {
  readonly #clock: World['clock'];
  readonly #secret: Uint8Array;

  constructor(clock: World['clock'], secret: string) {
    this.#clock = clock;
    const bits = Array.from(secret, (letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.#secret = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  }

  /** The code that it shows, so many steps from now. */
  code(offset = 0): string {
    return codeAt(this.#secret, Math.floor(this.#clock.now() / STEP_MS) + offset);
  }

  /** Waits until it shows another code, and one that the last one is far from. */
  next(): string {
    this.#clock.jump(2 * STEP_MS);
    return this.code();
  }
}

/** Turns the second step on in a browser whose session is fresh; answers the app and the recovery codes. */
export async function turnOn(
  world: Pick<World, 'clock'>,
  browser: Browser,
): Promise<{ readonly app: TotpApp; readonly codes: readonly string[] }> {
  const begun = await browser.must('POST', '/api/account/second-step', { proof: null });
  const app = new TotpApp(world.clock, begun.json.secret);
  const on = await browser.must('POST', '/api/account/second-step/on', { code: app.code() });
  return { app, codes: on.json.codes };
}
