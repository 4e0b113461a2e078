import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const top = fileURLToPath(new URL('../../', import.meta.url));
const found = (file, pattern) => [...readFileSync(`${top}${file}`, 'utf8').matchAll(pattern)].map(([, name]) => name);
const inFolder = (folder, ending, pattern) =>
  readdirSync(`${top}${folder}`)
    .filter((name) => name.endsWith(ending))
    .flatMap((name) => found(`${folder}/${name}`, pattern));

/** What is told by a name that its owner may give to something else tomorrow. No digest is made up here: who can ask the registries pins these. */
const UNPINNED = [
  'actions/cache@v4',
  'actions/checkout@v4',
  'actions/setup-go@v5',
  'actions/setup-node@v4',
  'actions/upload-artifact@v4',
  'axllent/mailpit:v1.27',
  'caddy:2.10-alpine',
  'debian:bookworm-slim',
  'mongo:8.0',
  'node:26-bookworm-slim',
  'valkey/valkey:8.1-alpine',
  'versity/versitygw:v1.8.0',
];

test('[HOUSE-46] images and actions are pinned by digest, but for those that are named here', () => {
  const all = [
    ...inFolder('infra/images', '.Dockerfile', /^FROM (\S+)/gm),
    ...inFolder('.github/workflows', '.yml', /uses: *(\S+)/g),
    ...['docker-compose', 'small'].flatMap((name) => found(`infra/compose/${name}.yaml`, /^ +image: (\S+)/gm)),
  ].filter((name) => !name.startsWith('bough/'));
  const isPinned = (name) => /@(sha256:[0-9a-f]{64}|[0-9a-f]{40})$/.test(name);
  expect([...new Set(all.filter((name) => !isPinned(name)))].toSorted()).toEqual(UNPINNED);
});
