import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWith } from '@bough/house/servers';
import {
  docstoreSettings,
  everySetting,
  exporterSettings,
  gatewaySettings,
  mailerSettings,
  readSettings,
  type SettingsTable,
} from '@bough/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const run = promisify(execFile);
const composeFile = fileURLToPath(new URL('docker-compose.yaml', import.meta.url));

describeWith('compose', (compose) => {
  const judge = (file: string) => run(compose().executable, ['-f', file, 'config', '-q']);

  test('the compose file is sound', async () => {
    await expect(judge(composeFile)).resolves.toBeDefined();
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
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly ports?: readonly string[];
}
const { services, networks } = parse(readFileSync(composeFile, 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};
const ours = ['gateway', 'docstore', 'mailer', 'exporter'];

test.each(Object.keys(services))('the image of %s is built here or is one version', (name) => {
  expect(services[name]?.image).toMatch(/^bough\/[a-z]+$|:v?\d+\.\d+/);
});

test('only the proxy and the mail catcher can be reached from outside, or reach it', () => {
  const hasWayOut = (name: string): boolean =>
    services[name]?.network_mode !== 'none' &&
    (services[name]?.networks ?? ['default']).some((network) => networks[network]?.internal !== true);
  expect(Object.keys(services).filter(hasWayOut)).toEqual(['proxy', 'mail']);
  expect(Object.keys(services).filter((name) => services[name]?.ports !== undefined)).toEqual(['proxy', 'mail']);
});

test.each(ours)('%s runs on a read-only root, without capabilities', (name) => {
  expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});

test.each(ours)('%s is only given settings that exist', (name) => {
  const given = Object.keys(services[name]?.environment ?? {});
  expect(given.length).toBeGreaterThan(0);
  for (const setting of given) expect(Object.keys(everySetting)).toContain(setting.replace(/_FILE$/, ''));
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
  const tables: Readonly<Record<string, SettingsTable>> = {
    gateway: gatewaySettings,
    docstore: docstoreSettings,
    mailer: mailerSettings,
    exporter: exporterSettings,
  };
  const folder = mkdtempSync(join(tmpdir(), 'bough-secrets-'));
  const make = () => run(process.execPath, [fileURLToPath(new URL('make-secrets.mjs', import.meta.url)), folder]);
  const secret = (path: string): string => readFileSync(join(folder, path), 'utf8');

  beforeAll(async () => {
    for (const volume of [...ours, 'first', 'second', 'mongodb']) mkdirSync(join(folder, volume));
    await make();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(ours)('%s starts with what it is given', (name) => {
    const environment = Object.entries(services[name]?.environment ?? {}).map(([setting, text]) => [
      setting,
      text.replace('${BOUGH_SITE:-localhost}', 'localhost'),
    ]);
    const values = readSettings(tables[name] ?? {}, {
      environment: Object.fromEntries(environment),
      readFile: (path) => secret(path.replace('/secrets', name)),
      readYaml: () => null,
    });
    expect(values).toMatchObject({ ok: true });
  });

  test('each is for its reader alone', () => {
    expect(statSync(join(folder, 'docstore/blobs-keys')).mode & 0o777).toBe(0o400);
  });

  test('the keys of the two locations have ids of their own', () => {
    expect(secret('docstore/blobs-keys').split(':')[0]).not.toBe(secret('docstore/second-blobs-keys').split(':')[0]);
  });

  test('each location knows its own credentials, docstore both', () => {
    for (const location of ['first', 'second']) {
      for (const half of ['access-key', 'secret-key']) {
        expect(secret(`docstore/${location}-${half}`)).toBe(secret(`${location}/${half}`));
      }
    }
    expect(secret('first/secret-key')).not.toBe(secret('second/secret-key'));
  });

  test('those who share the database have one address of it, also in a stack from before they shared it', async () => {
    const url = secret('gateway/mongodb-url');
    expect(secret('mailer/mongodb-url')).toBe(url);
    rmSync(join(folder, 'mailer/mongodb-url'));
    await make();
    expect(secret('mailer/mongodb-url')).toBe(url);
    expect(statSync(join(folder, 'mailer/mongodb-url')).mode & 0o777).toBe(0o400);
  });

  test('are made once', async () => {
    const before = secret('docstore/blobs-keys');
    await make();
    expect(secret('docstore/blobs-keys')).toBe(before);
  });
});
