// Writes what ships, every package with its version, hash and licence as far as the lock file knows them, as CycloneDX 1.6:
//   node infra/launch/sbom.mjs [FILE]        dist/sbom.cdx.json, unless another is named
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { causeOf, Unmet } from './outside.mjs';
import { ensureToolchain, orSayWhy, pnpm, root } from './toolchain.mjs';

const [file = join(root, 'dist', 'sbom.cdx.json')] = process.argv.slice(2);

await orSayWhy(async () => {
  const { env } = await ensureToolchain((line) => console.error(line));
  mkdirSync(dirname(resolve(file)), { recursive: true });
  const form = ['--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6', '--sbom-type', 'application'];
  // What tests and builds need does not ship; what ships for other platforms does.
  const args = ['--filter', './apps/*', 'sbom', ...form, '--prod', '--lockfile-only', '--out', resolve(file)];
  const outcome = await pnpm(args, env);
  if (outcome.code !== 0) throw new Unmet(`The bill of materials could not be written: ${causeOf(outcome.output)}`);
});
