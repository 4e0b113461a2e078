import type { PersonId } from '@bough/base';
import type { TokenScope } from '@bough/contracts';
import { type Answer, ask, Browser } from './browser.ts';
import { newAddress } from '../metadata-contract/fixtures.ts';
import type { RunningGateway, World } from '../world.ts';

/** A browser of somebody with an address. */
export async function newAccount(world: World, gateway: RunningGateway, email = newAddress()): Promise<Browser> {
  const browser = await Browser.guest(gateway);
  const { id } = await browser.person();
  if (!(await world.metadata.tryClaimEmail(id, email))) throw new Error('the address is taken');
  return browser;
}

/** A program with a personal token. */
export class Program {
  readonly gateway: Pick<RunningGateway, 'port'>;
  readonly token: string;

  constructor(gateway: Pick<RunningGateway, 'port'>, token: string) {
    this.gateway = gateway;
    this.token = token;
  }

  /** One for this person. */
  static async of(
    browser: Browser,
    scopes: readonly TokenScope[] = ['maps:read', 'maps:write', 'sharing'],
  ): Promise<Program> {
    const made = await browser.must('POST', '/api/tokens', { name: 'a program', scopes });
    return new Program(browser.gateway, made.json.secret);
  }

  /** Asks the API; `path` begins behind /api/v1. */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const all = { authorization: `Bearer ${this.token}`, ...headers };
    return await ask(this.gateway, `/api/v1${path}`, { method, body, headers: all });
  }
}

/** The person of the browser. */
export async function idOf(browser: Browser): Promise<PersonId> {
  return (await browser.person()).id;
}
