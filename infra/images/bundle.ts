import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

// What an image holds: one service, or what an operator runs, as a few plain JavaScript files, without node_modules, and the page for the gateway.
//   node infra/images/bundle.ts SERVICE FOLDER

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The services that there is an image of. */
export const SERVICES = ['gateway', 'docstore', 'mailer', 'exporter'] as const;
/** All images: the services, and what makes backups of them and brings them back. */
export const IMAGES = [...SERVICES, 'operator'] as const;
export type ImageName = (typeof IMAGES)[number];

/** The files that are run: main.mjs, and beside it commands.mjs with what operators do (`npm run bough`), where the service has commands. */
function programsOf(image: ImageName): Readonly<Record<string, string>> {
  const source = (path: string): string => join(root, path);
  if (image === 'operator') {
    return {
      commands: source('infra/images/operator.mjs'),
      docstore: source('apps/docstore/src/backup/main.ts'),
      gateway: source('apps/gateway/src/backup/main.ts'),
      mailer: source('apps/mailer/src/backup/main.ts'),
      documents: source('apps/docstore/src/commands/main.ts'),
    };
  }
  const commands = source(`apps/${image}/src/commands/main.ts`);
  return { main: source(`apps/${image}/src/main.ts`), ...(existsSync(commands) ? { commands } : {}) };
}

/** Packages that no bundle can hold, being native or bringing files: they are copied beside it as they are, with what they need. */
const AS_THEY_ARE: Readonly<Partial<Record<ImageName, readonly string[]>>> = {
  docstore: ['sharp'],
  exporter: ['@napi-rs/canvas'],
};

/** The exporter's faces: the files of them that are read. */
const PAINTER = join(root, 'packages/paint-pdf/node_modules');
const FACES = join(PAINTER, '@fontsource');
const EMOJI = 'twemoji-colr-font';
/** Of which the subsetter is a file that is read. */
const SHAPER = 'harfbuzzjs';
const FACE_FILE = /(?:package\.json|unicode\.json|LICENSE|-(?:400|500|600|700)-(?:normal|italic)\.woff2?)$/;

/** Bundles what an image holds into `folder`, which is emptied first; a service starts with `node main.mjs` there. */
export async function bundle(image: ImageName, folder: string): Promise<void> {
  await bundlePrograms(image, folder);
  if (image === 'gateway') await cp(join(root, 'apps/web/dist'), join(folder, 'page'), { recursive: true });
}

/** The same without the page, which has to be built for it. */
export async function bundlePrograms(service: ImageName, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    input: programsOf(service),
    // Parts of the drivers that are looked for at run time and done without when they are not there.
    external: [...OPTIONAL, ...(AS_THEY_ARE[service] ?? [])],
    logLevel: 'warn',
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'parts/[name]-[hash].mjs',
    sourcemap: true,
    minify: false,
  });
  await build.close();
  await cp(join(root, 'infra/images/entrypoint.sh'), join(folder, 'entrypoint.sh'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ name: `bough-${service}`, type: 'module' })}\n`);
  for (const name of AS_THEY_ARE[service] ?? []) {
    await copyPackage(join(root, 'apps', service, 'node_modules', name), name, join(folder, 'node_modules'));
  }
  if (service === 'exporter') {
    await copyFaces(join(folder, 'node_modules/@fontsource'));
    for (const name of [EMOJI, SHAPER]) await copyPackage(join(PAINTER, name), name, join(folder, 'node_modules'));
  }
}

/** Copies a package and all that it depends on, as far as this system has it, into a flat node_modules. */
async function copyPackage(link: string, name: string, to: string): Promise<void> {
  const from = await realpath(link).catch(() => null);
  if (from === null) return;
  await cp(from, join(to, name), { recursive: true, dereference: true });
  const manifest: unknown = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  // pnpm puts what a package needs beside it, a scope's packages one folder deeper.
  const beside = join(from, ...name.split('/').map(() => '..'));
  for (const each of needsOf(manifest)) await copyPackage(join(beside, each), each, to);
}

async function copyFaces(to: string): Promise<void> {
  for (const name of await readdir(FACES)) {
    const from = await realpath(join(FACES, name));
    const filter = async (path: string): Promise<boolean> => (await stat(path)).isDirectory() || FACE_FILE.test(path);
    await cp(from, join(to, name), { recursive: true, dereference: true, filter });
  }
}

function needsOf(manifest: unknown): readonly string[] {
  if (typeof manifest !== 'object' || manifest === null) return [];
  return Object.entries(manifest)
    .filter(([name]) => name === 'dependencies' || name === 'optionalDependencies')
    .flatMap(([, needed]: [string, unknown]) => (typeof needed === 'object' ? Object.keys(needed ?? {}) : []));
}

const OPTIONAL = [
  'kerberos',
  '@mongodb-js/zstd',
  '@aws-sdk/credential-providers',
  'gcp-metadata',
  'snappy',
  'socks',
  'mongodb-client-encryption',
  'bufferutil',
  'utf-8-validate',
  'aws4',
];

/** The image of that name, or null. */
export function parseImageName(text: string | undefined): ImageName | null {
  return IMAGES.find((name) => name === text) ?? null;
}

if (import.meta.main) {
  const [service, folder] = process.argv.slice(2);
  const name = parseImageName(service);
  if (name === null || folder === undefined) {
    console.error(`Usage: node infra/images/bundle.ts ${IMAGES.join('|')} FOLDER`);
    process.exitCode = 1;
  } else await bundle(name, folder);
}
