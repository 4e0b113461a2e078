/** Every code that a package's failures carry, `<package>/<what>`, is documented in its SPEC.md and raised in a test. */

import { nameOf } from '../floors/table.ts';
import { isTestFile } from '../sources/house.ts';
import type { Finding, Rule } from './rule.ts';

/** Fails on a code without documentation or without a test that names it. */
export const failureCodes: Rule = {
  name: 'failure codes',
  find: (house) => {
    const raised = new Set(
      house.sources
        .filter(({ path }) => isTestFile(path))
        .flatMap(({ source }) => source.literals.flatMap(({ text }) => text.match(/[a-z-]+\/[a-z0-9-]+/g) ?? [])),
    );
    const seen = new Set<string>();
    const found: Finding[] = [];
    for (const { path, part, source } of house.sources) {
      if (part === null || part.floor === null || isTestFile(path)) continue;
      const spec = house.files.find((file) => file.path === `${part.folder}/SPEC.md`)?.text ?? '';
      for (const { text, line } of source.literals) {
        if (!isCodeOf(nameOf(part.folder), text) || seen.has(text)) continue;
        seen.add(text);
        if (!spec.includes(`\`${text}\``)) {
          found.push({ file: path, line, says: `the code ${text} is not documented in ${part.folder}/SPEC.md.` });
        }
        if (!raised.has(text)) found.push({ file: path, line, says: `no test raises the code ${text}.` });
      }
    }
    return found;
  },
};

// Media types look like codes: `text/plain` in packages/text would be one.
const MEDIA = new Set(['text/plain', 'text/html', 'text/css', 'text/markdown', 'text/csv']);

function isCodeOf(name: string, text: string): boolean {
  return text.startsWith(`${name}/`) && /^[a-z-]+\/[a-z][a-z0-9-]*$/.test(text) && !MEDIA.has(text);
}
