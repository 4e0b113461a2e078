import { parse as parseYaml } from 'yaml';
import { describe, expect, test } from 'vitest';
import { commonSettings } from './common-settings.ts';
import { defineSettings, readSettings, required, settingsTable, type SettingsTable } from './settings.ts';

const KEY = 'A'.repeat(43);
const table = defineSettings({
  BOUGH_DATA: { type: 'folder', default: './data', does: 'Data.' },
  BOUGH_NAME: { type: 'text', default: 'oak', does: 'A name.' },
  BOUGH_COUNT: { type: 'count', default: '3', does: 'A count.' },
  BOUGH_FLAG: { type: 'flag', default: 'false', does: 'A flag.' },
  BOUGH_KIND: { type: ['small', 'large'], default: 'small', does: 'A kind.' },
  BOUGH_URL: { type: 'url', default: null, does: 'An address.' },
  BOUGH_URLS: { type: 'urls', default: null, does: 'Addresses.' },
  BOUGH_BLOBS_FOLDER: { type: 'folder', default: '<data>/blobs', does: 'A folder.' },
  BOUGH_KEYS: { type: 'keys', default: null, secret: true, does: 'Keys.' },
  BOUGH_SITE: { type: 'url', schemes: ['http', 'https'], default: null, does: 'An address of the web.' },
  BOUGH_HOME: {
    type: 'url',
    schemes: ['http', 'https'],
    isOrigin: true,
    default: null,
    does: 'An address of a whole site.',
  },
  BOUGH_DOMAINS: { type: 'domains', default: null, does: 'Domains.' },
  BOUGH_FACTOR: { type: 'count', least: 1, default: '1', does: 'A factor.' },
  BOUGH_LIST: { type: 'yaml', default: null, secret: true, does: 'A list.' },
  BOUGH_SECRETS: { type: 'secrets', default: null, secret: true, does: 'Secrets.' },
  PORT: { type: 'port', default: '8080', does: 'A port.' },
});

function read(
  environment: Record<string, string>,
  files: Record<string, string> = {},
  of: SettingsTable = table,
): Record<string, unknown> | string {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error('absent');
    return text;
  };
  const result = readSettings(of, { environment, readFile, readYaml: parseYaml });
  return result.ok ? result.value : result.error;
}

describe('where settings come from', () => {
  test('[SVC-90] a list stands in the environment, in a file of its own, or nested in the one file; what is damaged is not said', () => {
    const list = [{ id: 'school', groups: ['a', 'b'], isGood: true }];
    const text = '- id: school\n  groups: [a, b]\n  isGood: true\n';
    const nested = `BOUGH_LIST:\n${text.replaceAll(/^/gm, '  ').trimEnd()}\n`;
    expect(read({})).toMatchObject({ BOUGH_LIST: null });
    expect(read({ BOUGH_LIST: text })).toMatchObject({ BOUGH_LIST: list });
    expect(read({ BOUGH_LIST: JSON.stringify(list) })).toMatchObject({ BOUGH_LIST: list });
    expect(read({ BOUGH_LIST_FILE: 'list' }, { list: text })).toMatchObject({ BOUGH_LIST: list });
    expect(read({ BOUGH_CONFIG: 'f' }, { f: nested })).toMatchObject({ BOUGH_LIST: list });
    expect(read({ BOUGH_LIST: '- {secret: hidden' })).toBe('The setting BOUGH_LIST cannot be read as YAML.');
  });

  test('[SVC-1] the environment, then the file, then the default; secrets also from a file of their own', () => {
    expect(read({})).toMatchObject({
      BOUGH_NAME: 'oak',
      BOUGH_COUNT: 3,
      BOUGH_URL: null,
      BOUGH_BLOBS_FOLDER: './data/blobs',
    });
    const files = { 'bough.yaml': 'BOUGH_NAME: elm\nBOUGH_COUNT: 5\nBOUGH_FLAG: true\n', key: `k1:${KEY}\n` };
    const values = read(
      { BOUGH_CONFIG: 'bough.yaml', BOUGH_COUNT: '7', BOUGH_DATA: '/srv', BOUGH_KEYS_FILE: 'key' },
      files,
    );
    expect(values).toMatchObject({
      BOUGH_NAME: 'elm',
      BOUGH_COUNT: 7,
      BOUGH_FLAG: true,
      BOUGH_BLOBS_FOLDER: '/srv/blobs',
    });
    expect(read({ BOUGH_URLS: 'http://a:1, http://b:2/' })).toMatchObject({ BOUGH_URLS: ['http://a:1', 'http://b:2'] });
    for (const many of ['srv+http://_http._tcp.docstore.bough.svc.cluster.local', 'dns+http://docstore:8081'])
      expect(read({ BOUGH_URLS: many })).toMatchObject({ BOUGH_URLS: [many] });
    expect(values).toMatchObject({ BOUGH_KEYS: [{ kid: 'k1', key: new Uint8Array(32) }] });
  });

  test('[SVC-2] a name that is no setting is told, with the one that was meant; names of other services are let be', () => {
    expect(read({ BOUGH_CUONT: '3' })).toBe('There is no setting BOUGH_CUONT; did you mean BOUGH_COUNT.');
    expect(read({ BOUGH_NONSENSE: '3' })).toBe('There is no setting BOUGH_NONSENSE.');
    expect(read({ BOUGH_CONFIG: 'f' }, { f: 'PROT: 1' })).toBe(
      'There is no setting PROT, as f has it; did you mean PORT.',
    );
    expect(read({ BOUGH_BUS: 'redis', PATH: '/bin', BOUGH_NAME_FILE: 'x' })).toBe(
      'There is no setting BOUGH_NAME_FILE.',
    );
    expect(read({ BOUGH_BUS: 'redis', PATH: '/bin' })).toMatchObject({ PORT: 8080 });
    // Files of other services' secrets are none of its business, and neither is what the one file nests for them.
    expect(
      read({ BOUGH_COOKIE_KEYS_FILE: 'gone', BOUGH_CONFIG: 'f' }, { f: 'BOUGH_OIDC_PROVIDERS: [1]' }),
    ).toMatchObject({
      PORT: 8080,
    });
    expect(read({ BOUGH_CONFIG: 'gone' })).toBe('The file gone that BOUGH_CONFIG names cannot be read.');
    expect(read({ BOUGH_CONFIG: 'f' }, { f: '[' })).toBe('The file f that BOUGH_CONFIG names cannot be read as YAML.');
    expect(read({ BOUGH_CONFIG: 'f' }, { f: '- 1' })).toContain('is not a list of "NAME: value" lines');
    expect(read({ BOUGH_CONFIG: 'f' }, { f: 'PORT: [1]' })).toContain('is not a plain value');
    expect(read({ BOUGH_KEYS_FILE: 'gone' })).toBe('The file gone that BOUGH_KEYS_FILE names cannot be read.');
  });

  test('[SVC-3] a wrong value is told in one sentence that names the setting and never shows a secret', () => {
    const wrong: [string, string, string][] = [
      ['PORT', '65536', 'is not a port (0 to 65535)'],
      ['PORT', 'http', 'is not a port (0 to 65535)'],
      ['BOUGH_COUNT', '-1', 'is not a whole number'],
      ['BOUGH_FLAG', 'yes', 'is neither true nor false'],
      ['BOUGH_KIND', 'medium', 'is not one of small, large'],
      ['BOUGH_URL', 'nowhere', 'is not an address like http://127.0.0.1:8081'],
      ['BOUGH_SITE', 'localhost:8080', 'does not begin with http:// or https://'],
      ['BOUGH_SITE', 'ftp://a', 'does not begin with http:// or https://'],
      ['BOUGH_HOME', 'https://a.example/maps', 'says more than scheme, host and port, as in https://a.example'],
      ['BOUGH_HOME', 'https://me:word@a.example', 'says more than scheme, host and port, as in https://a.example'],
      ['BOUGH_HOME', 'https://a.example/?b', 'says more than scheme, host and port, as in https://a.example'],
      ['BOUGH_HOME', 'a.example', 'is not an address like http://127.0.0.1:8081'],
      ['BOUGH_DOMAINS', 'not a domain', 'is not a list of domains like example.org, school.example'],
      ['BOUGH_DOMAINS', 'example.org,', 'is not a list of domains like example.org, school.example'],
      ['BOUGH_DOMAINS', '@example.org', 'is not a list of domains like example.org, school.example'],
      ['BOUGH_FACTOR', '0', 'is less than 1'],
      ['BOUGH_URLS', 'localhost:8081', 'is not a list of addresses like http://127.0.0.1:8081'],
      ['BOUGH_URLS', 'http://a:1,b', 'is not a list of addresses like http://127.0.0.1:8081'],
      ['BOUGH_URLS', 'http://a:1, http://a:1/', 'has an address twice'],
      ['BOUGH_URLS', 'dns+http://a', 'is not one address like srv+http://NAME or dns+http://NAME:PORT'],
      ['BOUGH_URLS', 'srv+http://a,http://b:1', 'is not one address like srv+http://NAME or dns+http://NAME:PORT'],
      ['BOUGH_NAME', 'a\nb', 'has more than one line'],
    ];
    for (const [name, text, why] of wrong) {
      expect(read({ [name]: text })).toBe(`The setting ${name} is ${JSON.stringify(text)}, which ${why}.`);
    }
    for (const secret of ['hunter2', `k1:${KEY}:more`, 'k1:AAAA', `:${KEY}`]) {
      const sentence = read({ BOUGH_KEYS: secret });
      expect(sentence).toMatch(/^The setting BOUGH_KEYS (?:is not|has)/);
      expect(sentence).not.toContain(secret);
    }
    expect(read({ BOUGH_SECRETS: 'too-short' })).toBe(
      'The setting BOUGH_SECRETS has an entry of fewer than 32 characters.',
    );
    expect(read({ BOUGH_SECRETS_FILE: 'damaged' }, { damaged: 'too-short' })).toBe(
      'The setting BOUGH_SECRETS, in the file damaged, has an entry of fewer than 32 characters.',
    );
    expect(read({}, {}, commonSettings('8082'))).toMatch(/^The setting BOUGH_TOKEN_KEYS is missing: /);
    expect(() => required(null, 'BOUGH_URL', 'BOUGH_KIND is large')).toThrowError(
      expect.objectContaining({ code: 'service/wrong-setting', kind: 'invalid' }),
    );
  });

  test('[SVC-76] a token key names who signs with it, the gateway where it names nobody; two services never share one', () => {
    const other = Buffer.alloc(32, 7).toString('base64url');
    const tokenKeys = (text: string) => read({ BOUGH_TOKEN_KEYS: text }, {}, commonSettings('8082'));
    const key = new Uint8Array(32);
    expect(tokenKeys(`mailer:k1:${KEY},docstore:exporter:k2:${other}`)).toMatchObject({
      BOUGH_TOKEN_KEYS: [
        { audience: 'mailer', issuer: 'gateway', kid: 'k1', key },
        { audience: 'docstore', issuer: 'exporter', kid: 'k2', key: new Uint8Array(32).fill(7) },
      ],
    });
    expect(tokenKeys(`docstore:k1:${KEY},docstore:exporter:k2:${KEY}`)).toBe(
      'The setting BOUGH_TOKEN_KEYS has one key for two services that sign.',
    );
    for (const wrong of [`docstore:stranger:k:${KEY}`, `stranger:gateway:k:${KEY}`]) {
      expect(tokenKeys(wrong)).toBe('The setting BOUGH_TOKEN_KEYS names a service that is none.');
    }
    for (const wrong of [`docstore:${KEY}`, `docstore:exporter:k:${KEY}:more`, `docstore::k:${KEY}`]) {
      expect(tokenKeys(wrong)).toMatch(/is not a list of audience:issuer:kid:base64url\.$/);
    }
  });

  test('[SVC-4] the table is Markdown, one row a setting', () => {
    const rows = settingsTable(table).split('\n');
    expect(rows.length).toBe(2 + Object.keys(table).length);
    expect(rows).toContain('| `BOUGH_KIND` | `small` `large` | `small` | A kind. |');
    expect(rows).toContain('| `BOUGH_KEYS` | keys, secret |  | Keys. |');
    expect(settingsTable(commonSettings('8082'))).toContain(
      '| `BOUGH_TOKEN_KEYS` | audience keys, secret | required |',
    );
  });
});
