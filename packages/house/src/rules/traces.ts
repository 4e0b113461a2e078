/** Nothing of the machine that somebody worked on gets into the project: no folder of theirs, no registry of theirs. */

import type { Finding, Rule } from './rule.ts';

/** What would betray the machine: folders of it, and hosts of the registries it installs from. */
export interface Machine {
  readonly folders: readonly string[];
  readonly hosts: readonly string[];
}

const PUBLIC_HOSTS = new Set(
  // From parts: no file of the project names a registry, this one neither.
  [
    ['registry', 'npmjs', 'org'],
    ['proxy', 'golang', 'org'],
    ['pypi', 'org'],
    ['sum', 'golang', 'org'],
  ].map((parts) => parts.join('.')),
);

/** A rule that fails on a text that names a folder or a registry of `machine`, or any tarball in the lock file. */
export function tracesOf(machine: Machine): Rule {
  const folders = machine.folders.filter((folder) => folder.split('/').length > 2);
  const hosts = machine.hosts.filter((host) => !PUBLIC_HOSTS.has(host) && host !== '');
  return {
    name: 'traces',
    find: (house) =>
      house.files.flatMap(({ path, text }) => [
        ...mentions(path, text, folders, 'a folder of this machine'),
        ...mentions(path, text, hosts, 'a registry of this machine'),
        ...(path === 'pnpm-lock.yaml'
          ? mentions(path, text, ['tarball:'], 'a package by address, not by version')
          : []),
      ]),
  };
}

/** This machine: the checkout, the home folder, and the registries that the environment and ~/.npmrc name. */
export function thisMachine(
  root: string,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
  npmrc: string,
): Machine {
  const urls = [env['npm_config_registry'], env['PIP_INDEX_URL'], env['UV_INDEX_URL'], env['GOPROXY'], npmrc].join(
    '\n',
  );
  const hosts = [...urls.matchAll(/https?:\/\/(?:[^@/\s]*@)?([^/:\s,|]+)/g)].map((match) => match[1] ?? '');
  return { folders: [root.replace(/\/$/, ''), home], hosts };
}

function mentions(path: string, text: string, words: readonly string[], what: string): Finding[] {
  return words.flatMap((word) => {
    const at = text.indexOf(word);
    if (at === -1) return [];
    return [{ file: path, line: text.slice(0, at).split('\n').length, says: `names ${what}: ${word}` }];
  });
}
