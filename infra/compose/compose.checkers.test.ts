import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWith } from '@bough/house/servers';
import { everySetting } from '@bough/service';
import { expect, test } from 'vitest';
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
}
const { services } = parse(readFileSync(composeFile, 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
};
const ours = ['gateway', 'docstore', 'mailer', 'exporter'];

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
