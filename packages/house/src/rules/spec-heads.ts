/**
 * The SPEC.md of a package or an app opens as a README does, before its first rule: what it is, `## Example` with one block of
 * TypeScript, and `## Reading order`, a numbered list of links to its files. Examples are run by examples/examples.test.ts.
 */

import type { House, Part, TextFile } from '../sources/house.ts';
import type { Finding, Rule } from './rule.ts';

/** The block of code below `## Example`, and whether it needs a browser (```ts browser). */
export interface Example {
  readonly part: Part;
  readonly code: string;
  readonly needsBrowser: boolean;
}

const RULE = /^\*\*[A-Z][A-Z0-9]*-\d+\*\* /m;
const EXAMPLE = /^## Example\n(?:\n|[^#`\n][^\n]*\n)*```ts( browser)?\n([^]*?)^```$/m;
const ORDER = /^## Reading order\n\n((?:.+\n?)+)/m;
const STEP = /^\d+\. \[[^\]]+\]\(([^)]+)\)/;

/** Fails on a package or app whose SPEC.md has no such head, and on a file of the reading order that is not there. */
export const specHeads: Rule = {
  name: 'heads of SPEC.md',
  find: (house) => described(house).flatMap(({ part, file }) => objections(house, part, file)),
};

/** The example of each package and app, in the order of their folders. */
export function examplesOf(house: House): Example[] {
  return described(house).flatMap(({ part, file }) => {
    const [, browser, code] = EXAMPLE.exec(headOf(file?.text ?? '')) ?? [];
    return code === undefined ? [] : [{ part, code, needsBrowser: browser !== undefined }];
  });
}

function described(house: House): { readonly part: Part; readonly file: TextFile | undefined }[] {
  return house.parts
    .filter(({ folder }) => /^(packages|apps)\//.test(folder))
    .filter(({ folder }) => house.files.some(({ path }) => path.startsWith(`${folder}/src/`)))
    .map((part) => ({ part, file: house.files.find(({ path }) => path === `${part.folder}/SPEC.md`) }));
}

function objections(house: House, { folder, name }: Part, file: TextFile | undefined): Finding[] {
  const path = `${folder}/SPEC.md`;
  if (file === undefined) return [{ file: path, line: 1, says: `${name} has no SPEC.md.` }];
  const head = headOf(file.text);
  const says: string[] = [];
  if (!/^# .+\n\n[^#`\s]/.test(head)) says.push('does not begin with a title and a paragraph that says what it is.');
  const code = EXAMPLE.exec(head)?.[2];
  if (code === undefined) says.push('has no "## Example" with a block of ts before its first rule.');
  else if (!code.includes(`from '${name}`) && !code.includes("from './src/"))
    says.push(`has an example that uses nothing of ${name}.`);
  const steps = (ORDER.exec(head)?.[1] ?? '').split('\n').flatMap((line) => STEP.exec(line)?.[1] ?? []);
  if (steps.length === 0) says.push('has no "## Reading order" with links to files before its first rule.');
  for (const step of steps) {
    if (!house.files.some((each) => each.path === `${folder}/${step}`))
      says.push(`has ${step} in its reading order, which is not there.`);
  }
  return says.map((each) => ({ file: path, line: 1, says: each }));
}

function headOf(text: string): string {
  return text.slice(0, RULE.exec(text)?.index ?? text.length);
}
