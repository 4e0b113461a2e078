import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

// What an image holds: one service as a few plain JavaScript files, without node_modules, and the page for the gateway.
//   node infra/images/bundle.ts SERVICE FOLDER

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The services that there is an image of. */
export const IMAGES = ['gateway', 'docstore', 'mailer', 'exporter'] as const;
export type ImageName = (typeof IMAGES)[number];

/** Further files of a service that start on their own: each becomes a file of this name beside main.mjs. */
const WORKERS: Readonly<Partial<Record<ImageName, Readonly<Record<string, string>>>>> = {};

/** Bundles one service into `folder`, which is emptied first; it starts with `node main.mjs` there. */
export async function bundle(service: ImageName, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    input: { main: join(root, 'apps', service, 'src/main.ts'), ...WORKERS[service] },
    // Parts of the drivers that are looked for at run time and done without when they are not there.
    external: OPTIONAL,
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
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ name: `bough-${service}`, type: 'module' })}\n`);
  if (service === 'gateway') await cp(join(root, 'apps/web/dist'), join(folder, 'page'), { recursive: true });
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

/** The service of that name, or null. */
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
