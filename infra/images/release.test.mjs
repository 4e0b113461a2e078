import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { IMAGES } from './bundle.ts';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));
const { jobs, on, permissions } = parse(read('.github/workflows/release.yml'));
const commands = (job) => jobs[job].steps.map(({ run = '' }) => run).join('\n');

test('[HOUSE-90] compose, Kubernetes, the changelog and the services speak of one release', () => {
  for (const file of ['docker-compose', 'small']) {
    const named = [...read(`infra/compose/${file}.yaml`).matchAll(/image: bough\/\w+:\$\{BOUGH_VERSION:-(.*)\}/g)];
    expect(named.length).toBeGreaterThan(3);
    for (const [, each] of named) expect(each).toBe(version);
  }
  const { images } = parse(read('infra/kubernetes/base/kustomization.yaml'));
  expect(images).toEqual(IMAGES.toSorted().map((name) => ({ name: `bough/${name}`, newTag: version })));
  expect(read('packages/service/src/version.ts')).toContain(`VERSION = '${version}'`);
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`);
  expect(read('docs/operations.md')).toContain(`checkout v${version}\n`);
});

test('[HOUSE-90] a tag publishes each image for both machines, with bill of materials and provenance, signed by digest', () => {
  expect(on).toEqual({ push: { tags: ['v*.*.*'] } });
  expect(jobs.build.strategy.matrix).toEqual({
    service: [...IMAGES],
    machine: ['ubuntu-24.04', 'ubuntu-24.04-arm'],
  });
  expect(commands('build')).toContain('--sbom=true --provenance=mode=max');
  expect(commands('publish')).toContain(`for service in ${IMAGES.join(' ')}; do`);
  expect(commands('publish')).toMatch(/cosign sign --yes --recursive "\$image@\$digest"/);
  expect(commands('version')).toContain('CHANGELOG.md');
});

test('[HOUSE-90] the release has no secret but its own token, and no right that a step does not need', () => {
  expect(read('.github/workflows/release.yml')).not.toContain('secrets.');
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.version.permissions).toBeUndefined();
  expect(jobs.build.permissions).toEqual({ contents: 'read', packages: 'write' });
  expect(jobs.publish.permissions).toEqual({ contents: 'write', packages: 'write', 'id-token': 'write' });
});

test('[HOUSE-90] the notes of a release are the lines of its version', () => {
  const lines = read('CHANGELOG.md').split('\n');
  const at = lines.indexOf(`## ${version}`);
  const end = lines.findIndex((line, i) => i > at && line.startsWith('## '));
  expect(lines.slice(at + 1, end === -1 ? undefined : end).some((line) => line.startsWith('- '))).toBe(true);
});
