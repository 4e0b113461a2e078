/** Where versions stand, why each dependency that ships was taken, and whose install scripts may run. */

import type { House, Part } from '../sources/house.ts';
import { HOUSE, OUTSIDE } from '../floors/table.ts';
import type { Finding, Rule } from './rule.ts';

/** Fails on a version anywhere but in the catalog of pnpm-workspace.yaml. */
export const oneCatalog: Rule = {
  name: 'one catalog',
  find: (house) =>
    house.parts.flatMap((part) =>
      [...(part.manifest?.dependencies ?? []), ...(part.manifest?.devDependencies ?? [])].flatMap(([name, version]) => {
        const right = name.startsWith('@bough/') ? 'workspace:*' : 'catalog:';
        return version === right ? [] : [inManifest(house, part, name, `${name} is "${version}": write "${right}".`)];
      }),
    ),
};

/** Fails on a dependency of running code that ARCHITECTURE.md does not name. */
export const reasonedDependencies: Rule = {
  name: 'reasoned dependencies',
  find: (house) => {
    const reasons = house.files.find((file) => file.path === 'ARCHITECTURE.md')?.text ?? '';
    return house.parts
      .filter((part) => part.folder !== HOUSE && !OUTSIDE.includes(part.folder))
      .flatMap((part) =>
        [...(part.manifest?.dependencies.keys() ?? [])]
          .filter((name) => !name.startsWith('@bough/') && !reasons.includes(`\`${name}\``))
          .map((name) =>
            inManifest(house, part, name, `${name} ships, but ARCHITECTURE.md does not name it with a reason.`),
          ),
      );
  },
};

/** Fails unless pnpm refuses every install script that is not allowed by name. */
export const installScripts: Rule = {
  name: 'install scripts',
  find: (house) => {
    const file = 'pnpm-workspace.yaml';
    const lines = (house.files.find((each) => each.path === file)?.text ?? '').split('\n');
    const found: Finding[] = [];
    if (!lines.includes('strictDepBuilds: true')) {
      found.push({ file, line: 1, says: 'says nothing of install scripts: write "strictDepBuilds: true".' });
    }
    const all = lines.findIndex((line) => line.startsWith('dangerouslyAllowAllBuilds:'));
    if (all !== -1)
      found.push({ file, line: all + 1, says: 'allows every install script: name them under allowBuilds.' });
    return found;
  },
};

function inManifest(house: House, part: Part, name: string, says: string): Finding {
  const file = `${part.folder}/package.json`;
  const lines = house.files.find((each) => each.path === file)?.text.split('\n') ?? [];
  return { file, line: lines.findIndex((line) => line.includes(`"${name}"`)) + 1, says };
}
