import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, faultArguments } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';

const MODULES = ['data-folder.mjs', 'toolchain.mjs'].map((name) => new URL(name, import.meta.url).href);
const WORK = `const [{ openDataFolder }, { orSayWhy }] = await Promise.all(${JSON.stringify(MODULES)}.map((each) => import(each)));
  await orSayWhy(async () => void openDataFolder());`;

describeWith('strace', (tracer) => {
  test.each(['ENOSPC', 'EDQUOT'] as const)(
    '[HOUSE-54] on a full disk no half of a secret stays, one sentence says why, and with room the next start makes it: %s',
    (error) => {
      const data = mkdtempSync(join(tmpdir(), 'bough-no-room-'));
      onTestFinished(() => rmSync(data, { recursive: true }));
      const { PATH = '', HOME = '' } = process.env;
      const start = [process.execPath, '--input-type=module', '-e', WORK];
      const [program, ...words] = [tracer().executable, ...faultArguments({ calls: 'fsync', error }), ...start];
      const full = spawnSync(program, words, { encoding: 'utf8', env: { PATH, HOME, BOUGH_DATA: data } });
      expect(full.stderr).toMatch(
        /^There is no room left on the disk for \S+blobs-keys: make room, and do it again\..*\n$/,
      );
      expect([full.status, readdirSync(join(data, 'secrets'))]).toEqual([1, []]);
      const [node, ...rest] = start;
      const again = spawnSync(String(node), rest, { encoding: 'utf8', env: { PATH, HOME, BOUGH_DATA: data } });
      expect([again.status, again.stderr]).toEqual([0, '']);
      expect(readdirSync(join(data, 'secrets')).sort()).toEqual(['blobs-keys', 'cookie-keys', 'token-keys']);
    },
  );
});
