import { err, ok, parseBase64Url, type Result, toBase64Url, unreachable } from '@bough/base';
import { serviceName } from '@bough/contracts';
import { MANY } from '../caller/find-instances.ts';
import { ServiceFailure } from '../service-failure.ts';
import settingNames from './setting-names.json' with { type: 'json' };

// Settings come from the environment, then from one YAML file that BOUGH_CONFIG names, then from the table's defaults. A
// secret may also stand in a file that NAME_FILE names. What is wrong is told in one sentence, before anything starts.

/** One secret key with its name: written `kid:base64url`. */
export interface NamedKey {
  readonly kid: string;
  readonly key: Uint8Array;
}
/** One key for tokens from one service to another: written `audience:issuer:kid:base64url`, or `audience:kid:base64url` for the gateway's. */
export interface AudienceKey extends NamedKey {
  readonly audience: string;
  /** Who alone signs with it. */
  readonly issuer: string;
}

interface ValueOf {
  readonly text: string;
  readonly count: number;
  readonly port: number;
  readonly flag: boolean;
  /** An absolute address with a scheme. */
  readonly url: string;
  /** Such addresses, separated by commas, each once. */
  readonly urls: readonly string[];
  /** Names of domains in small letters, separated by commas. */
  readonly domains: readonly string[];
  /** A path; `<data>` at its beginning stands for BOUGH_DATA. */
  readonly folder: string;
  /** Whatever the YAML text says, in as many lines as it has; the service reads it further. */
  readonly yaml: unknown;
  /** A private key as PEM, in as many lines as it has. */
  readonly pem: string;
  /** Texts of at least 32 characters, separated by commas. */
  readonly secrets: readonly string[];
  readonly keys: readonly NamedKey[];
  readonly 'audience keys': readonly AudienceKey[];
}
export type SettingType = keyof ValueOf;

export interface Setting {
  /** A type, or the list of all values that are possible. */
  readonly type: SettingType | readonly string[];
  /** As it would be written; null: the setting may be absent; undefined: it must be there. */
  readonly default?: string | null;
  /** What it does, in a sentence or two for docs/settings.md. */
  readonly does: string;
  /** Never shown, never logged; may come from a file. */
  readonly secret?: boolean;
  /** With what an address may begin, as in `https`; absent: with anything. */
  readonly schemes?: readonly string[];
  /** The address is one of a whole site: no path, query, name or password. */
  readonly isOrigin?: boolean;
  /** The least that a count may be. */
  readonly least?: number;
}
export type SettingsTable = Readonly<Record<string, Setting>>;

type RawValue<S extends Setting> = S['type'] extends SettingType
  ? ValueOf[S['type']]
  : S['type'] extends readonly (infer T)[]
    ? T
    : never;
/** The values of a table, by name. */
export type Settings<T extends SettingsTable> = {
  readonly [K in keyof T]: T[K] extends { readonly default: null } ? RawValue<T[K]> | null : RawValue<T[K]>;
};

/** How addresses of the web begin. */
export const HTTP = ['http', 'https'] as const;

/** A table of settings. */
export function defineSettings<const T extends SettingsTable>(table: T): T {
  return table;
}

/** Where settings are read from. */
export interface SettingsSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The text of a file; throws when it cannot be read. */
  readonly readFile: (path: string) => string;
  /** The value that a YAML text stands for; throws when it is none. */
  readonly readYaml: (text: string) => unknown;
}

/** Reads a table. Names that only other services read are ignored; a name that no service reads is an error. */
export function readSettings<T extends SettingsTable>(table: T, source: SettingsSource): Result<Settings<T>, string> {
  const written = writtenSettings(table, source);
  if (!written.ok) return written;
  const values: Record<string, unknown> = {};
  for (const name of ['BOUGH_DATA', ...Object.keys(table)]) {
    const setting = table[name];
    if (setting === undefined) continue;
    const text = written.value.get(name) ?? setting.default;
    if (text === undefined) return err(`The setting ${name} is missing: ${setting.does}`);
    const value = text === null ? ok(null) : parseValue(setting, text, source.readYaml);
    if (!value.ok) return err(`The setting ${name}${placeOf(name, source)} ${shown(setting, text)}${value.error}.`);
    values[name] = withData(setting, value.value, values['BOUGH_DATA']);
  }
  return ok(values as Settings<T>);
}

/** The value of a setting that other settings make necessary; throws one clear sentence when it is absent. */
export function required<V>(value: V | null, name: string, because: string): V {
  if (value !== null) return value;
  throw new ServiceFailure(`The setting ${name} is missing: it is needed because ${because}.`, {
    kind: 'invalid',
    code: 'service/wrong-setting',
  });
}

/** The settings of the table that are written down somewhere, as they are written there. */
export function writtenSettings(
  table: SettingsTable,
  source: SettingsSource,
): Result<ReadonlyMap<string, string>, string> {
  const written = new Map<string, string>();
  const file = source.environment['BOUGH_CONFIG'];
  if (file !== undefined && file !== '') {
    const problem = addFromFile(written, file, table, source);
    if (problem !== null) return err(problem);
  }
  for (const [name, text] of Object.entries(source.environment)) {
    if (text === undefined || text === '' || name === 'BOUGH_CONFIG') continue;
    const setting = settingNamed(name, table);
    if (setting === null) {
      if (name.startsWith('BOUGH_') && !settingNames.includes(name))
        return err(`There is no setting ${name}${likely(name, table)}.`);
      continue;
    }
    const problem = add(written, name, setting, text, source);
    if (problem !== null) return err(problem);
  }
  return ok(written);
}

/** The setting of the table that a name sets, by itself or as NAME_FILE; null for any other name. */
function settingNamed(name: string, table: SettingsTable): string | null {
  if (Object.hasOwn(table, name)) return name;
  const base = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : '';
  return Object.hasOwn(table, base) && table[base]?.secret === true ? base : null;
}

/** Answers what is wrong, or null. */
function add(
  written: Map<string, string>,
  name: string,
  setting: string,
  text: string,
  source: SettingsSource,
): string | null {
  try {
    written.set(setting, name === setting ? text : source.readFile(text).trim());
    return null;
  } catch {
    return `The file ${text} that ${name} names cannot be read.`;
  }
}

/** Answers what is wrong, or null. */
function addFromFile(
  written: Map<string, string>,
  file: string,
  table: SettingsTable,
  source: SettingsSource,
): string | null {
  let content: unknown;
  let whole: string;
  try {
    whole = source.readFile(file);
  } catch {
    return `The file ${file} that BOUGH_CONFIG names cannot be read.`;
  }
  try {
    content = source.readYaml(whole) ?? {};
  } catch {
    return `The file ${file} that BOUGH_CONFIG names cannot be read as YAML.`;
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return `The file ${file} that BOUGH_CONFIG names is not a list of "NAME: value" lines.`;
  }
  for (const [name, value] of Object.entries(content)) {
    const setting = settingNamed(name, table);
    if (setting === null) {
      if (settingNames.includes(name)) continue;
      return `There is no setting ${name}, as ${file} has it${likely(name, table)}.`;
    }
    const isYaml = table[name]?.type === 'yaml';
    if (!isYaml && !['string', 'number', 'boolean'].includes(typeof value)) {
      return `The setting ${name} in ${file} is not a plain value.`;
    }
    // JSON is YAML: what the file nests is read as if it stood in the environment.
    const text = isYaml && typeof value !== 'string' ? JSON.stringify(value) : String(value);
    const problem = add(written, name, setting, text, source);
    if (problem !== null) return problem;
  }
  return null;
}

function parseValue(
  { type, schemes, least = 0, isOrigin = false }: Setting,
  text: string,
  readYaml: SettingsSource['readYaml'],
): Result<unknown, string> {
  if (typeof type !== 'string') return type.includes(text) ? ok(text) : err(`is not one of ${type.join(', ')}`);
  switch (type) {
    case 'text':
    case 'folder':
      return /[\0\r\n]/.test(text) ? err('has more than one line') : ok(text);
    case 'count':
      return parseCount(text, least);
    case 'port':
      return /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535 ? ok(Number(text)) : err('is not a port (0 to 65535)');
    case 'flag':
      return text === 'true' || text === 'false' ? ok(text === 'true') : err('is neither true nor false');
    case 'url':
      return isOrigin ? parseOrigin(text, schemes) : parseUrl(text, schemes);
    case 'urls':
      return parseUrls(text);
    case 'domains':
      return parseDomains(text);
    case 'yaml':
      return parseYaml(text, readYaml);
    case 'pem':
      return /^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\n[A-Za-z0-9+/=\s]+-----END (?:[A-Z]+ )?PRIVATE KEY-----$/.test(
        text,
      )
        ? ok(text)
        : err('is not a private key as PEM');
    case 'secrets':
      return parseSecrets(text);
    case 'keys':
      return parseKeys(text, 'kid:base64url', ([kid = '', key, ...more]) => (more.length === 0 ? { kid, key } : null));
    case 'audience keys':
      return parseAudienceKeys(text);
    default:
      return unreachable(type);
  }
}

function parseCount(text: string, least: number): Result<number, string> {
  if (!/^[0-9]{1,12}$/.test(text)) return err('is not a whole number');
  return Number(text) < least ? err(`is less than ${least}`) : ok(Number(text));
}

/** `localhost:8080` is an address too, of a scheme that nobody has. */
function parseUrl(text: string, schemes: readonly string[] | undefined): Result<string, string> {
  if (!URL.canParse(text)) return err('is not an address like http://127.0.0.1:8081');
  if (schemes === undefined || schemes.includes(new URL(text).protocol.slice(0, -1))) return ok(text);
  return err(`does not begin with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
}

/** What follows the host would be dropped in silence wherever an address is made from this one. */
function parseOrigin(text: string, schemes: readonly string[] | undefined): Result<string, string> {
  const url = parseUrl(text, schemes);
  if (!url.ok || [new URL(text).origin, `${new URL(text).origin}/`].includes(new URL(text).href)) return url;
  return err(`says more than scheme, host and port, as in ${new URL(text).origin}`);
}

function parseDomains(text: string): Result<readonly string[], string> {
  const domains = text.split(',').map((part) => part.trim().toLowerCase());
  const areAll = domains.every((domain) =>
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u.test(domain),
  );
  return areAll ? ok(domains) : err('is not a list of domains like example.org, school.example');
}

function parseUrls(text: string): Result<readonly string[], string> {
  if (MANY.some((scheme) => text.startsWith(scheme))) {
    const isOne = URL.canParse(text) && !text.includes(',') && (new URL(text).port !== '') === text.startsWith('dns');
    return isOne ? ok([text]) : err('is not one address like srv+http://NAME or dns+http://NAME:PORT');
  }
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => parseUrl(part, HTTP).ok))
    return err('is not a list of addresses like http://127.0.0.1:8081');
  const origins = parts.map((part) => new URL(part).origin);
  return new Set(origins).size === parts.length ? ok(origins) : err('has an address twice');
}

function parseYaml(text: string, readYaml: SettingsSource['readYaml']): Result<unknown, string> {
  try {
    return ok(readYaml(text));
  } catch {
    // What the reader says quotes the text, in which secrets stand.
    return err('cannot be read as YAML');
  }
}

function parseSecrets(text: string): Result<readonly string[], string> {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => part.length >= 32) ? ok(parts) : err('has an entry of fewer than 32 characters');
}

function parseKeys<Named extends object>(
  text: string,
  form: string,
  nameOf: (parts: readonly string[]) => (Named & { readonly key: string | undefined }) | null,
): Result<readonly (Omit<Named, 'key'> & { readonly key: Uint8Array })[], string> {
  const out = [];
  for (const entry of text.split(',')) {
    const parts = entry.trim().split(':');
    const named = nameOf(parts);
    const key = parseBase64Url(named?.key ?? '');
    if (named === null || parts.includes('') || key === null) return err(`is not a list of ${form}`);
    if (key.length !== 32) return err('has a key that is not 32 bytes long');
    out.push({ ...named, key });
  }
  return ok(out);
}

/** An entry that names no issuer is the gateway's: it was the one caller of most. Two services never sign with one key. */
function parseAudienceKeys(text: string): Result<readonly AudienceKey[], string> {
  const keys = parseKeys(text, 'audience:issuer:kid:base64url', (parts) => {
    const [audience = '', issuer = '', kid = '', key] = parts.length === 3 ? parts.toSpliced(1, 0, 'gateway') : parts;
    return [3, 4].includes(parts.length) ? { audience, issuer, kid, key } : null;
  });
  if (!keys.ok) return keys;
  const issuers = new Map<string, string>();
  for (const { audience, issuer, key } of keys.value) {
    if (![audience, issuer].every((name) => serviceName(name).ok)) return err('names a service that is none');
    const bytes = toBase64Url(key);
    if ((issuers.get(bytes) ?? issuer) !== issuer) return err('has one key for two services that sign');
    issuers.set(bytes, issuer);
  }
  return keys;
}

function withData(setting: Setting, value: unknown, data: unknown): unknown {
  if (setting.type !== 'folder' || typeof value !== 'string' || !value.startsWith('<data>')) return value;
  return `${typeof data === 'string' ? data : '.'}${value.slice('<data>'.length)}`;
}

/** The file in which the value stands, for who has never set it: `npm start` makes secrets in files. */
function placeOf(name: string, { environment }: SettingsSource): string {
  const file = environment[`${name}_FILE`] ?? '';
  return file === '' || (environment[name] ?? '') !== '' ? '' : `, in the file ${file},`;
}

function shown(setting: Setting, text: string | null): string {
  return setting.secret === true ? '' : `is ${JSON.stringify(text)}, which `;
}

function likely(name: string, table: SettingsTable): string {
  const close = [...Object.keys(table), ...settingNames].find((each) => editDistance(each, name) <= 2);
  return close === undefined ? '' : `; did you mean ${close}?`.replace('?', '');
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The table as Markdown. */
export function settingsTable(table: SettingsTable): string {
  const rows = Object.entries(table).map(([name, each]) => {
    const type = typeof each.type === 'string' ? each.type : each.type.map((value) => `\`${value}\``).join(' ');
    const fallback = each.default === undefined ? 'required' : each.default === null ? '' : `\`${each.default}\``;
    return `| \`${name}\` | ${type}${each.secret === true ? ', secret' : ''} | ${fallback} | ${each.does} |`;
  });
  return ['| name | type | default | what it does |', '|---|---|---|---|', ...rows].join('\n');
}
