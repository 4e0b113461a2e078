import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mustBeApart } from './apart.ts';
import { parseTarget } from './place/open-place.ts';

test('[DOC-177] a place of backups in a folder that is backed up is refused, also behind a link or not made yet', () => {
  const top = mkdtempSync(join(tmpdir(), 'bough-apart-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const [data, second] = [join(top, 'data'), join(top, 'second')];
  for (const folder of [data, second, join(top, 'data-2')]) mkdirSync(folder);
  symlinkSync(data, join(top, 'link'));
  const check = (words: string) => () =>
    mustBeApart(parseTarget(words) ?? expect.unreachable('it is one'), [data, second]);
  const wrong = [data, `${data}/`, join(data, 'backups', 'new'), join(second, 'x'), join(top, 'link', 'backups')];
  for (const each of wrong) expect(check(each), each).toThrow('which is what a backup is of');
  for (const each of [top, join(top, 'backups'), join(top, 'data-2'), 's3://bucket/data'])
    expect(check(each), each).not.toThrow();
});
