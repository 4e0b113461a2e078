import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dateOfList, holesIn, lockedVersions, readList } from '../audit/advisories.ts';
import { FLOOR_RULES, HOUSE_RULES } from '../rules/all.ts';
import { formatFinding, type Rule } from '../rules/rule.ts';
import { thisMachine, tracesOf } from '../rules/traces.ts';
import { run } from '../servers/places.ts';
import { readHouse } from '../sources/house.ts';
import { verdict, verdictOf, type Step, type StepResult } from './step.ts';
import { CHECKED, inParallel, preset, present, runTool, tsconfigsOf } from './tools.ts';

const format: Step = {
  name: 'format',
  does: 'oxfmt finds nothing to change',
  run: async ({ root }) => {
    const args = ['-c', preset('oxfmt.json'), '--check', ...present(root, CHECKED)];
    return verdictOf(await runTool(root, 'oxfmt', args));
  },
};

const lint: Step = {
  name: 'lint',
  does: 'oxlint with types, and the ports that anywhere-code takes',
  run: async ({ root }) =>
    verdictOf(await runTool(root, 'oxlint', ['-c', preset('oxlint.config.ts'), ...present(root, CHECKED)])),
};

const types: Step = {
  name: 'types',
  does: 'tsc over every part',
  run: async ({ root }) => {
    const outcomes = await inParallel(tsconfigsOf(root), (path) => {
      // What a part is made of is remembered beside the packages: a part of which nothing has changed is not checked again.
      const memory = join(root, 'node_modules/.cache/types', `${path.replaceAll('/', '-')}.tsbuildinfo`);
      return runTool(root, 'tsc', ['-p', path, '--pretty', 'false', '--incremental', '--tsBuildInfoFile', memory]);
    });
    const bad = outcomes.filter((outcome) => outcome.code !== 0);
    return verdict(bad.length === 0, bad.map((outcome) => outcome.output).join('\n'));
  },
};

const floors: Step = {
  name: 'floors',
  does: 'imports point down, through public entries',
  run: ({ root }) => Promise.resolve(judge(root, FLOOR_RULES)),
};

const rules: Step = {
  name: 'rules',
  does: 'the other rules of packages/house/SPEC.md',
  run: ({ root }) => {
    const npmrc = join(homedir(), '.npmrc');
    const machine = thisMachine(root, homedir(), process.env, existsSync(npmrc) ? readFileSync(npmrc, 'utf8') : '');
    return Promise.resolve(judge(root, [...HOUSE_RULES, tracesOf(machine)]));
  },
};

/** What nobody uses, public entries of packages included. */
export const unused: Step = {
  name: 'unused',
  does: 'knip finds no dead file, export or dependency',
  run: async ({ root }) => {
    const args = ['--config', preset('knip.config.ts'), '--no-progress', '--no-config-hints'];
    return verdictOf(await runTool(root, 'knip', args));
  },
};

const versions: Step = {
  name: 'versions',
  does: 'sherif finds the workspace in order',
  run: async ({ root }) => {
    // pnpm's version stands in infra/launch: npm starts Bough, and npm refuses a project that demands another manager.
    const args = ['--fail-on-warnings', '--ignore-rule', 'root-package-manager-field'];
    return verdictOf(await runTool(root, 'sherif', args));
  },
};

const top = fileURLToPath(new URL('../../../../', import.meta.url));

const audit: Step = {
  name: 'audit',
  does: `no locked version has a hole of the list of ${dateOfList(top) ?? 'no day'}; dist/sbom.cdx.json has what ships`,
  run: async ({ root }) => {
    const holes = holesIn(lockedVersions(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')), readList(root));
    if (holes.length > 0) return verdict(false, holes.join('\n'));
    return verdictOf(await run(process.execPath, ['infra/launch/sbom.mjs'], { cwd: root }));
  },
};

function judge(root: string, judges: readonly Rule[]): StepResult {
  const house = readHouse(root);
  const findings = judges.flatMap((rule) => rule.find(house));
  return verdict(findings.length === 0, findings.map(formatFinding).join('\n'));
}

/** The steps that only read. */
export const STATIC_STEPS: readonly Step[] = [format, lint, types, floors, rules, unused, versions, audit];
