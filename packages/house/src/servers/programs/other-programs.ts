/** Programs of other people that open what Bough writes, and a validator of PDF; all but the last are packages of Debian. */

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, mayUseApt } from '../install/apt.ts';
import { cacheFolder, gistOf, onPath, run } from '../places.ts';
import type { Found, ProgramRunning, Server, ServerName } from '../server.ts';

/** What Freeplane is made of, for those who run it without its window: its launcher, and the language of its scripts. */
export const FREEPLANE_HOME = '/usr/share/freeplane';
export const FREEPLANE_CLASSES = [
  '/usr/share/java/groovy-all.jar',
  `${FREEPLANE_HOME}/freeplanelauncher.jar`,
  `${FREEPLANE_HOME}/framework.jar`,
];

/** The Java that runs Freeplane, as Debian has it. */
export const freeplane = ofDebian('freeplane', ['freeplane'], () =>
  FREEPLANE_CLASSES.every((file) => existsSync(file)) ? onPath('java') : null,
);

/** `soffice --headless --convert-to FORMAT FILE`. */
export const libreoffice = ofDebian('libreoffice', ['libreoffice-draw'], () => onPath('soffice'));

/** A program of Debian's packages, which tests start themselves. */
export function ofDebian(
  name: ServerName,
  packages: readonly string[],
  place: () => string | null,
): Server<ProgramRunning> {
  const find = (): Found<ProgramRunning> => {
    const executable = place();
    return executable === null
      ? { kind: 'missing', why: `${name} is not installed.`, howTo: `Debian: apt-get install ${packages.join(' ')}.` }
      : ready(executable);
  };
  const install = async (): Promise<string | null> => {
    if (mayUseApt()) return await aptInstall(...packages);
    const found = find();
    return found.kind === 'missing' ? found.why : null;
  };
  return { name, find, install };
}

function ready(executable: string): Found<ProgramRunning> {
  const running: ProgramRunning = { executable, stop: () => Promise.resolve() };
  return { kind: 'ready', from: executable, start: () => Promise.resolve(running) };
}

const VERA = 'greenfield-apps';
const VERA_VERSION = '1.28.2';
const VERA_SHA256 = '687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6';

/** veraPDF's one file, which Java runs: it holds a PDF to a standard. Maven brings it. */
export const verapdf: Server<ProgramRunning> = {
  name: 'verapdf',
  find: () => {
    const why = onPath('java') === null ? 'There is no Java to run veraPDF with.' : 'veraPDF is not in the cache yet.';
    const howTo =
      'Install Java and Maven (Debian: default-jre-headless, maven), then run npm test once with a network.';
    return onPath('java') !== null && existsSync(veraFile()) ? ready(veraFile()) : { kind: 'missing', why, howTo };
  },
  install: async (say) => {
    if (mayUseApt() && (onPath('mvn') === null || onPath('java') === null)) {
      const why = await aptInstall('maven', 'default-jre-headless');
      if (why !== null) return why;
    }
    const maven = onPath('mvn');
    if (maven === null) return 'There is no Maven to fetch veraPDF with.';
    say('Fetching veraPDF ...');
    return await fetchVera(maven);
  },
};

function veraFile(): string {
  return cacheFolder('java', `${VERA}-${VERA_VERSION}.jar`);
}

/** Moved to its place only when it is the very file that was looked at when this was written. */
async function fetchVera(maven: string): Promise<string | null> {
  const folder = cacheFolder('java', `fetching-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const artifact = `-Dartifact=org.verapdf.apps:${VERA}:${VERA_VERSION}`;
    const outcome = await run(maven, ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`], {
      cwd: folder,
    });
    if (outcome.code !== 0) return `mvn dependency:copy failed: ${gistOf(outcome.output)}`;
    const file = join(folder, `${VERA}-${VERA_VERSION}.jar`);
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
    if (sum !== VERA_SHA256) return `veraPDF is another file than expected: SHA-256 ${sum}`;
    renameSync(file, veraFile());
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
