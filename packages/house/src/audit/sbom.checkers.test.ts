import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { describeWith } from '../servers/describe-with.ts';
import { type Outcome, run } from '../servers/places.ts';
import { lockedVersions } from './advisories.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const JUDGE = `
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read())
if error is not None:
    sys.exit(error.data.message[:500])
`;

function namesOf(text: string): ReadonlySet<string> {
  const { components } = JSON.parse(text);
  return new Set(
    components.map(({ purl }: { readonly purl: string }) => decodeURIComponent(purl).replace('pkg:npm/', '')),
  );
}

describeWith('cyclonedx', (cyclonedx) => {
  test(
    '[HOUSE-67] what ships is written as CycloneDX 1.6, with the versions of the lock file, and nothing that only tests',
    { timeout: 240_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'bough-sbom-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = join(folder, 'sbom.cdx.json');
      const made = await run(process.execPath, ['infra/launch/sbom.mjs', file], { cwd: ROOT });
      expect(made.code, made.output).toBe(0);
      const judge = async (path: string): Promise<Outcome> => await run(cyclonedx().executable, ['-c', JUDGE, path]);
      const judged = await judge(file);
      expect(judged.code, judged.output).toBe(0);
      const text = readFileSync(file, 'utf8');
      const names = namesOf(text);
      const locked = lockedVersions(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8'));
      for (const app of readdirSync(join(ROOT, 'apps'))) {
        const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, 'apps', app, 'package.json'), 'utf8'));
        for (const name of Object.keys(dependencies)) {
          const versions = locked.get(name) ?? [''];
          const isThere = versions.some((version) => names.has(`${name}@${version}`)) || name.startsWith('@bough/');
          expect([name, isThere]).toEqual([name, true]);
        }
      }
      for (const name of ['vitest', 'typescript', 's3rver', 'knip', '@playwright/test']) {
        expect([...names].filter((each) => each.startsWith(`${name}@`))).toEqual([]);
      }
      // The judge judges.
      writeFileSync(file, '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"name":"of no type"}]}');
      expect((await judge(file)).code).not.toBe(0);
    },
  );
});
