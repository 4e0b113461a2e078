import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWith } from '@bough/house/servers';
import { readSettings } from '@bough/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { EVERY_SETTING, SERVICE_TABLES } from '../settings/setting-tables.ts';

const run = promisify(execFile);
const FILES = ['docker-compose.yaml', 'small.yaml'];
const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

describeWith('compose', (compose) => {
  const judge = (file: string) => run(compose().executable, ['-f', file, 'config', '-q']);

  test.each(FILES)('%s is sound', async (file) => {
    await expect(judge(pathOf(file))).resolves.toBeDefined();
  });

  test('a bad one is told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bough-compose-'));
    const file = join(folder, 'bad.yaml');
    writeFileSync(file, 'services:\n  gateway:\n    image: x\n    depends_on: [nobody]\n');
    await expect(judge(file)).rejects.toThrow('nobody');
    rmSync(folder, { recursive: true });
  });
});

interface ComposeService {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly privileged?: boolean;
  readonly volumes?: readonly (string | { readonly type: string; readonly target: string })[];
  readonly command?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly ports?: readonly string[];
  readonly mem_limit?: string;
  readonly logging?: unknown;
  readonly restart?: string;
  readonly healthcheck?: { readonly disable?: boolean };
}
interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}
const read = (file: string): ComposeFile => parse(readFileSync(pathOf(file), 'utf8'), { merge: true }) as ComposeFile;
const { services, networks } = read('docker-compose.yaml');
const small = read('small.yaml');
const every = FILES.flatMap((file) =>
  Object.entries(read(file).services).map(([name, service]) => ({ file, name, service })),
);
const { version } = JSON.parse(readFileSync(pathOf('../../package.json'), 'utf8')) as { readonly version: string };
const ours = ['gateway', 'docstore', 'mailer', 'exporter'];

test.each(every)('$file: the image of $name is that of this release, or one version', ({ service: { image } }) => {
  if (image.startsWith('bough/')) expect(image.split(':').slice(1).join(':')).toBe(`\${BOUGH_VERSION:-${version}}`);
  else expect(image).toMatch(/:v?\d+\.\d+/);
});

test.each(every)(
  '[HOUSE-89] $file: $name has bounded memory and bounded logs, and is asked how it is',
  ({ name, service }) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(service.logging).toMatchObject({
      options: { 'max-size': expect.any(String), 'max-file': expect.any(String) },
    });
    // What does its work once is not asked; Bough's images ask by themselves.
    if (service.restart === 'no') expect(service.healthcheck).toEqual({ disable: true });
    else expect(service.healthcheck !== undefined || ours.includes(name)).toBe(true);
  },
);

test('only the proxy and the mail catcher can be reached from outside, or reach it', () => {
  const hasWayOut = (name: string): boolean =>
    services[name]?.network_mode !== 'none' &&
    (services[name]?.networks ?? ['default']).some((network) => networks[network]?.internal !== true);
  expect(Object.keys(services).filter(hasWayOut)).toEqual(['proxy', 'mail']);
  expect(Object.keys(services).filter((name) => services[name]?.ports !== undefined)).toEqual(['proxy', 'mail']);
});

test('the small stack lets out the proxy and the emails alone, and only the proxy can be reached', () => {
  const waysOut = Object.entries(small.services).filter(([, { network_mode: mode, networks: own = ['default'] }]) =>
    mode === 'none' ? false : own.some((network) => small.networks[network]?.internal !== true),
  );
  expect(waysOut.map(([name]) => name)).toEqual(['proxy', 'mailer']);
  expect(Object.keys(small.services).filter((name) => small.services[name]?.ports !== undefined)).toEqual(['proxy']);
});

/** By hand: what a container must be able to do that is root's alone. */
const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  proxy: ['NET_BIND_SERVICE'],
  secrets: ['CHOWN', 'DAC_OVERRIDE'],
};

test.each(every)(
  '[HOUSE-42] $file: $name runs on a read-only root, without capabilities or new privileges',
  ({ name, service }) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(service.cap_add ?? []).toEqual(CAPABILITIES[name] ?? []);
    expect(service.privileged ?? false).toBe(false);
  },
);

test('[HOUSE-43] the secrets of a volume are mounted by those alone who use them', () => {
  const mounts = Object.entries(services).flatMap(([name, { volumes = [] }]) =>
    volumes.flatMap((volume) => {
      const [, what, where] = /^(secrets-[a-z]+):\/secrets(.*)$/.exec(typeof volume === 'string' ? volume : '') ?? [];
      if (what === undefined || name === 'secrets') return [];
      return where === ':ro' ? [`${what} in ${name}`] : [`${what} in ${name}${where}`];
    }),
  );
  expect(mounts).toEqual([
    'secrets-gateway in gateway',
    'secrets-docstore in docstore',
    'secrets-mailer in mailer',
    'secrets-exporter in exporter',
    'secrets-gateway in operator/gateway',
    'secrets-docstore in operator/docstore:ro',
    'secrets-mailer in operator/mailer:ro',
    'secrets-first in blobs-first',
    'secrets-first in allow-first',
    'secrets-second in blobs-second',
    'secrets-second in allow-second',
    'secrets-second in forget-second',
    'secrets-mongodb in mongodb',
    'secrets-mongodb in mongodb-users',
    'secrets-valkey in valkey',
  ]);
});

test('[HOUSE-43] the second location keeps what docstore overwrites and removes, for thirty days', () => {
  expect(services['allow-second']?.command?.at(-1)).toBe('keep-versions');
  expect(services['forget-second']?.command?.slice(1)).toEqual([
    '/forget-versions.mjs',
    'http://blobs-second:7070',
    'bough-second',
    '30',
  ]);
});

test('[HOUSE-60] the script for mongosh has no function within its generator', () => {
  const script = readFileSync(new URL('mongodb-users.mjs', import.meta.url), 'utf8');
  const [, steps = ''] = /^function\* steps\(.*?\{\n(.*?)^\}$/ms.exec(script) ?? [];
  expect(steps).toContain('yield ');
  expect(steps).not.toMatch(/=>|\bfunction\b/);
});

test.each(every.filter(({ name }) => ours.includes(name)))(
  '$file: $name is only given settings that exist',
  ({ service }) => {
    const given = Object.keys(service.environment ?? {});
    expect(given.length).toBeGreaterThan(0);
    for (const setting of given) expect(Object.keys(EVERY_SETTING)).toContain(setting.replace(/_FILE$/, ''));
  },
);

test.each(FILES)('[HOUSE-122] %s: the operator has each setting and volume of those whose backups it makes', (file) => {
  const { operator, ...others } = read(file).services;
  const names = ['gateway', 'docstore', 'mailer'];
  const settings = Object.assign({}, ...names.map((name) => others[name]?.environment));
  expect(operator?.environment).toMatchObject(settings);
  const own = Object.keys(operator?.environment ?? {}).filter((name) => !(name in settings));
  expect(own.filter((name) => !name.startsWith('BOUGH_BACKUP_'))).toEqual([]);
  const data = names.filter((name) => others[name]?.volumes?.includes(`${name}:/data`));
  expect(operator?.volumes?.filter((each) => typeof each === 'string' && each.includes(':/data/'))).toEqual(
    data.map((name) => `${name}:/data/${name}`),
  );
  // A folder that is not there is told, and not made.
  expect(operator?.volumes?.at(-1)).toEqual({
    type: 'bind',
    source: '${BOUGH_BACKUPS:-/mnt/backups}',
    target: '/backups',
    bind: { create_host_path: false },
  });
});

test('the two locations share no network and no credentials', () => {
  const environment = services['docstore']?.environment ?? {};
  expect(services['blobs-first']?.networks).toEqual(['first']);
  expect(services['blobs-second']?.networks).toEqual(['second']);
  for (const name of ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_FILE', 'SECRET_KEY_FILE']) {
    expect(environment[`BOUGH_S3_${name}`]).toBeDefined();
    expect(environment[`BOUGH_S3_${name}`]).not.toBe(environment[`BOUGH_SECOND_S3_${name}`]);
  }
});

describe('the secrets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-secrets-'));
  const make = () => run(process.execPath, [fileURLToPath(new URL('make-secrets.mjs', import.meta.url)), folder]);
  const secret = (path: string): string => readFileSync(join(folder, path), 'utf8');

  beforeAll(async () => {
    for (const volume of [...ours, 'first', 'second', 'mongodb', 'valkey']) mkdirSync(join(folder, volume));
    await make();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(every.filter(({ name }) => ours.includes(name)))(
    '$file: $name starts with what it is given',
    ({ name, service }) => {
      const environment = Object.entries(service.environment ?? {}).map(([setting, text]) => [
        setting,
        text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
      ]);
      const values = readSettings(SERVICE_TABLES[name] ?? {}, {
        environment: Object.fromEntries(environment),
        readFile: (path) => secret(path.replace('/secrets', name)),
        readYaml: () => null,
      });
      expect(values).toMatchObject({ ok: true });
    },
  );

  test('each is for its reader alone', () => {
    expect(statSync(join(folder, 'docstore/blobs-keys')).mode & 0o777).toBe(0o400);
  });

  test('the keys of the two locations have ids of their own', () => {
    expect(secret('docstore/blobs-keys').split(':')[0]).not.toBe(secret('docstore/second-blobs-keys').split(':')[0]);
  });

  const texts = (volume: string): readonly string[] =>
    readdirSync(join(folder, volume)).map((name) => secret(`${volume}/${name}`));

  test('[HOUSE-43] docstore has a user of its own at each location, and the root of neither', () => {
    for (const location of ['first', 'second']) {
      for (const half of ['access-key', 'secret-key']) {
        expect(secret(`docstore/${location}-${half}`)).toBe(secret(`${location}/${half}`));
        const root = secret(`${location}/root-${half}`).trim();
        for (const service of ours) expect(texts(service).join('')).not.toContain(root);
      }
    }
    expect(secret('first/secret-key')).not.toBe(secret('second/secret-key'));
    expect(secret('first/root-secret-key')).not.toBe(secret('second/root-secret-key'));
  });

  test('[HOUSE-43] gateway and mailer have a user and a database of their own, and nobody the root of MongoDB', () => {
    const [gateway, mailer] = [secret('gateway/mongodb-url').trim(), secret('mailer/mongodb-url').trim()];
    expect(gateway).toMatch(/^mongodb:\/\/gateway:[\w-]{43}@mongodb:27017\/bough$/);
    expect(mailer).toMatch(/^mongodb:\/\/mailer:[\w-]{43}@mongodb:27017\/bough-mail$/);
    expect(new URL(gateway).password).not.toBe(new URL(mailer).password);
    const root = secret('mongodb/mongodb-password').trim();
    for (const service of ours) expect(texts(service).join('')).not.toContain(root);
  });

  test('[HOUSE-43] Valkey knows the gateway by a password, and lets it do what the bus does and no more', () => {
    const { username, password } = new URL(secret('gateway/redis-url').trim());
    expect(services['valkey']?.command).toContain('--aclfile');
    const [anybody = '', gateway = '', ...more] = secret('valkey/users.acl').trim().split('\n');
    expect(more).toEqual([]);
    expect(anybody).toBe('user default on nopass resetkeys resetchannels -@all +ping');
    expect(gateway).toMatch(
      new RegExp(`^user ${username} on #[0-9a-f]{64} resetkeys ~bough:\\* resetchannels &bough:\\* -@all `),
    );
    expect(gateway).not.toMatch(/\+@|\+(config|keys|flushall|eval|acl|debug|shutdown)/);
    expect(password).toMatch(/^[\w-]{43}$/);
  });

  test('[HOUSE-43] a stack from before its services had users of their own gets them; who knew a root knows it no more', async () => {
    const before = [secret('docstore/blobs-keys'), secret('mongodb/mongodb-password')];
    const mongodb = ['mongodb/gateway-password', 'mongodb/mailer-password'];
    const roots = ['first', 'second'].flatMap((each) => [`${each}/root-access-key`, `${each}/root-secret-key`]);
    for (const made of [...roots, ...mongodb, 'valkey/users.acl', 'gateway/redis-url']) rmSync(join(folder, made));
    const old = [secret('first/access-key'), secret('first/secret-key')];
    await make();
    for (const location of ['first', 'second']) {
      expect(secret(`docstore/${location}-secret-key`)).toBe(secret(`${location}/secret-key`));
      expect(secret(`${location}/root-secret-key`)).not.toBe(secret(`${location}/secret-key`));
    }
    expect(old).not.toContain(secret('first/secret-key'));
    expect(old).not.toContain(secret('first/root-secret-key'));
    for (const name of ['gateway', 'mailer']) {
      expect(secret(`${name}/mongodb-url`)).toContain(secret(`mongodb/${name}-password`).trim());
    }
    expect([secret('docstore/blobs-keys'), secret('mongodb/mongodb-password')]).toEqual(before);
    expect(secret('valkey/users.acl')).toContain('user gateway');
  });

  test('each pair of services that talk has a token key that no other service knows, also in a stack from before they had', async () => {
    const keysOf = (service: string) =>
      secret(`${service}/token-keys`)
        .trim()
        .split(',')
        .map((entry) => entry.split(':'));
    const pairsOf = (service: string) => keysOf(service).map(([audience, issuer]) => `${audience} of ${issuer}`);
    const pairs = {
      gateway: ['docstore of gateway', 'mailer of gateway', 'exporter of gateway'],
      docstore: ['docstore of gateway', 'docstore of exporter'],
      mailer: ['mailer of gateway'],
      exporter: ['docstore of exporter', 'exporter of gateway'],
    };
    for (const [service, expected] of Object.entries(pairs)) expect(pairsOf(service)).toEqual(expected);
    expect(new Set(ours.flatMap((service) => keysOf(service).map(([, , , key]) => key))).size).toBe(4);
    const old = `exporter:1:${'A'.repeat(43)},docstore:1:${'B'.repeat(43)}`;
    rmSync(join(folder, 'exporter/token-keys'));
    writeFileSync(join(folder, 'exporter/token-keys'), old);
    await make();
    for (const [service, expected] of Object.entries(pairs)) expect(pairsOf(service)).toEqual(expected);
    expect(new Set(ours.flatMap((service) => keysOf(service).map(([, , , key]) => key))).size).toBe(4);
    // One that was removed is made anew, and so are those that have to fit it.
    const had = secret('exporter/token-keys');
    rmSync(join(folder, 'gateway/token-keys'));
    await make();
    for (const [service, expected] of Object.entries(pairs)) expect(pairsOf(service)).toEqual(expected);
    expect(secret('exporter/token-keys')).not.toBe(had);
  });

  test('[HOUSE-89] the small stack gets those of its four services, and is not disturbed by what it has no volume for', async () => {
    const own = mkdtempSync(join(tmpdir(), 'bough-secrets-'));
    for (const volume of ours) mkdirSync(join(own, volume));
    for (let times = 0; times < 2; times++)
      await run(process.execPath, [fileURLToPath(new URL('make-secrets.mjs', import.meta.url)), own]);
    expect(readdirSync(own).toSorted()).toEqual(ours.toSorted());
    expect(readFileSync(join(own, 'exporter/token-keys'), 'utf8')).toContain('docstore:exporter:');
    rmSync(own, { recursive: true });
  });

  test('[HOUSE-122] the operator may add cookie keys to those of the gateway', () => {
    const self = process.getuid?.();
    // Only root can give a folder away.
    expect(statSync(join(folder, 'gateway')).uid).toBe(self === 0 ? 10_001 : self);
    expect(statSync(join(folder, 'docstore')).uid).toBe(self);
  });

  test('[HOUSE-99] the key of backups on Kubernetes is made too, also beside secrets from before there was one, and once', async () => {
    mkdirSync(join(folder, 'backup'));
    await make();
    const made = secret('backup/backup-keys');
    expect(made).toMatch(/^backup-1:[\w-]{43}\n$/);
    await make();
    expect(secret('backup/backup-keys')).toBe(made);
  });

  test('are made once', async () => {
    const before = secret('docstore/blobs-keys');
    await make();
    expect(secret('docstore/blobs-keys')).toBe(before);
  });
});
