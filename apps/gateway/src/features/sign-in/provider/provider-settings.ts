import { line } from '@bough/contracts';
import { required, ServiceFailure, type Settings } from '@bough/service';
import type { GroupRules } from './groups.ts';
import type { gatewaySettings } from '../../../settings.ts';

// Providers of OpenID Connect come from settings: one by names of its own, any number as a list in YAML. What is wrong is told in one
// sentence that names the entry and the field, before anything starts; no sentence says what stands in a secret.

/** One provider. */
export interface ProviderSettings {
  /** What it is called in addresses of this Bough: lower-case letters, digits and hyphens. */
  readonly id: string;
  /** Where it sends browsers back to, below the public address: each provider has a path of its own. */
  readonly returnPath: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What the button says. */
  readonly name: string;
  /** Whether the provider's addresses are taken as verified where it does not say so: some that know it never do. */
  readonly trustsAddresses: boolean;
  readonly scope: string;
  readonly groups: GroupRules;
}

type Environment = Settings<typeof gatewaySettings>;

/** The provider of BOUGH_OIDC_ISSUER: its path is the one that there has always been. */
const FIRST_ID = 'provider';
const RETURN_PATH = '/sign-in/provider';
const SCOPE = 'openid email profile';
const PROVIDERS_MOST = 20;
const FIELDS: ReadonlySet<string> = new Set([
  ...['id', 'name', 'issuer', 'client-id', 'client-secret', 'client-secret-file', 'trust-email', 'scope'],
  ...['groups-claim', 'allowed-groups', 'owner-groups', 'groups-decide'],
]);
/** Whoever sets these means to keep somebody out: without a provider they would keep out nobody. */
const MEANINGLESS_ALONE = ['BOUGH_OIDC_ALLOWED_GROUPS', 'BOUGH_OIDC_OWNER_GROUPS'] as const;

/** Every provider that the settings name, in the order of the sign-in page. Throws one sentence where one is wrong. */
export function providerSettings(
  settings: Environment,
  readFile: (path: string) => string,
): readonly ProviderSettings[] {
  const providers = [...firstOf(settings), ...othersOf(settings.BOUGH_OIDC_PROVIDERS, readFile)];
  for (const which of ['id', 'issuer', 'name'] as const) {
    const all = providers.map((each) => each[which]);
    const twice = all.find((each, at) => all.indexOf(each) !== at);
    if (twice !== undefined) throw wrong(`BOUGH_OIDC_PROVIDERS: two providers have the ${which} "${twice}"`);
  }
  for (const { name, groups } of providers) {
    if (groups.areAll && groups.owners === null) {
      throw wrong(`for "${name}" says that groups decide who owns this Bough, and names no group of owners`);
    }
  }
  for (const name of ['BOUGH_REGISTRATION', 'BOUGH_SIGN_IN'] as const) {
    if (settings[name] === 'provider' && providers.length === 0) {
      throw wrong(`${name} is "provider", and no provider is named: set BOUGH_OIDC_ISSUER or BOUGH_OIDC_PROVIDERS`);
    }
  }
  return providers;
}

function firstOf(settings: Environment): readonly ProviderSettings[] {
  const { BOUGH_OIDC_ISSUER: issuer } = settings;
  if (issuer === null) {
    const alone = MEANINGLESS_ALONE.find((name) => settings[name] !== null);
    if (alone !== undefined) throw wrong(`${alone} is set, and BOUGH_OIDC_ISSUER is not`);
    return [];
  }
  const because = 'BOUGH_OIDC_ISSUER names a provider';
  return [
    {
      id: FIRST_ID,
      returnPath: RETURN_PATH,
      issuer: mustBeIssuer(issuer, 'BOUGH_OIDC_ISSUER'),
      clientId: required(settings.BOUGH_OIDC_CLIENT_ID, 'BOUGH_OIDC_CLIENT_ID', because),
      clientSecret: required(settings.BOUGH_OIDC_CLIENT_SECRET, 'BOUGH_OIDC_CLIENT_SECRET', because),
      name: mustBeName(settings.BOUGH_OIDC_NAME ?? new URL(issuer).hostname, 'BOUGH_OIDC_NAME'),
      trustsAddresses: settings.BOUGH_OIDC_TRUST_EMAIL,
      scope: mustBeScope(settings.BOUGH_OIDC_SCOPE, 'BOUGH_OIDC_SCOPE'),
      groups: {
        claim: settings.BOUGH_OIDC_GROUPS_CLAIM,
        allowed: commas(settings.BOUGH_OIDC_ALLOWED_GROUPS),
        owners: commas(settings.BOUGH_OIDC_OWNER_GROUPS),
        areAll: settings.BOUGH_OIDC_GROUPS_DECIDE,
      },
    },
  ];
}

function othersOf(list: unknown, readFile: (path: string) => string): readonly ProviderSettings[] {
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) throw wrong('BOUGH_OIDC_PROVIDERS is not a list: each provider begins with "- id: NAME"');
  if (list.length > PROVIDERS_MOST) throw wrong(`BOUGH_OIDC_PROVIDERS has more than ${PROVIDERS_MOST} providers`);
  return list.map((entry: unknown, at) => new Entry(entry, at + 1, readFile).settings());
}

/** One entry of the list, and what to call it when it is wrong. */
class Entry {
  readonly #fields: ReadonlyMap<string, unknown>;
  readonly #called: string;
  readonly #readFile: (path: string) => string;

  constructor(entry: unknown, number: number, readFile: (path: string) => string) {
    this.#readFile = readFile;
    this.#called = `BOUGH_OIDC_PROVIDERS, provider ${number}`;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw wrong(`${this.#called} has no fields`);
    this.#fields = new Map(Object.entries(entry));
    const id = this.#fields.get('id');
    if (typeof id === 'string') this.#called += ` (${id})`;
    for (const name of this.#fields.keys()) {
      if (!FIELDS.has(name)) throw this.#wrong(`has a field "${name}", which there is not`);
    }
  }

  settings(): ProviderSettings {
    const id = this.#text('id');
    if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(id) || id === FIRST_ID) {
      throw this.#wrong('needs an id of lower-case letters, digits and hyphens, as in "school"; "provider" is taken');
    }
    const issuer = mustBeIssuer(this.#text('issuer'), `${this.#called}: issuer`);
    return {
      id,
      returnPath: `${RETURN_PATH}/${id}`,
      issuer,
      clientId: this.#text('client-id'),
      clientSecret: this.#secret(),
      name: mustBeName(this.#text('name', new URL(issuer).hostname), `${this.#called}: name`),
      trustsAddresses: this.#flag('trust-email'),
      scope: mustBeScope(this.#text('scope', SCOPE), `${this.#called}: scope`),
      groups: {
        claim: this.#text('groups-claim', 'groups'),
        allowed: this.#texts('allowed-groups'),
        owners: this.#texts('owner-groups'),
        areAll: this.#flag('groups-decide'),
      },
    };
  }

  #secret(): string {
    const file = this.#fields.get('client-secret-file');
    if (file === undefined) return this.#text('client-secret');
    if (this.#fields.has('client-secret')) throw this.#wrong('has both client-secret and client-secret-file');
    const path = this.#text('client-secret-file');
    let text: string;
    try {
      text = this.#readFile(path).trim();
    } catch {
      throw this.#wrong(`names the file ${path} as client-secret-file, which cannot be read`);
    }
    if (text === '') throw this.#wrong(`names the file ${path} as client-secret-file, which is empty`);
    return text;
  }

  #text(name: string, otherwise?: string): string {
    const value = this.#fields.get(name) ?? otherwise;
    if (value === undefined) throw this.#wrong(`has no ${name}`);
    if (typeof value !== 'string' || value === '' || /[\0\r\n]/.test(value)) {
      throw this.#wrong(`has a wrong ${name}: it is one line of text, in quotes where YAML reads something else`);
    }
    return value;
  }

  #flag(name: string): boolean {
    const value = this.#fields.get(name) ?? false;
    if (typeof value !== 'boolean') throw this.#wrong(`has a wrong ${name}: it is true or false`);
    return value;
  }

  /** Absent is null; an empty list is nobody, and so is refused: it would mean what nobody who writes it means. */
  #texts(name: string): readonly string[] | null {
    const value = this.#fields.get(name);
    if (value === undefined) return null;
    const isGood =
      Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string' && each !== '');
    if (!isGood) throw this.#wrong(`has a wrong ${name}: it is a list of names, as in [staff, "4711"]`);
    return value.map(String);
  }

  #wrong(how: string): ServiceFailure {
    return wrong(`${this.#called} ${how}`);
  }
}

function commas(text: string | null): readonly string[] | null {
  if (text === null) return null;
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Without encryption only on this very machine, for trying it out: whoever stands in between would be the provider. */
function mustBeIssuer(issuer: string, what: string): string {
  if (!URL.canParse(issuer)) throw wrong(`${what} is not an address like https://login.example.org`);
  if (new URL(issuer).protocol !== 'https:' && !isOnThisMachine(new URL(issuer))) {
    throw wrong(`${what} does not begin with https://`);
  }
  return issuer;
}

/** Whether the address is one without encryption on this very machine. */
export function isOnThisMachine(address: URL): boolean {
  return address.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname);
}

function mustBeName(name: string, what: string): string {
  const read = line(80, 1)(name);
  if (!read.ok) throw wrong(`${what} is not one line of at most 80 characters`);
  return read.value;
}

function mustBeScope(scope: string, what: string): string {
  if (!scope.split(' ').includes('openid')) throw wrong(`${what} lacks "openid", without which nobody is signed in`);
  return scope;
}

function wrong(message: string): ServiceFailure {
  return new ServiceFailure(`The setting ${message}.`, { kind: 'invalid', code: 'service/wrong-setting' });
}
