import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { S3Settings } from '@bough/blobs';
import { answersTcp, findServer, startProgram, type Started } from '@bough/house/servers';
import { newKeys } from './docstore-process.ts';
import { s3Settings } from './s3-settings.ts';

const run = promisify(execFile);

/** The scripts of the compose file. */
const STACK = fileURLToPath(new URL('../../../../../infra/compose/', import.meta.url));
/** Both locations of the stack. */
export const LOCATIONS = ['first', 'second'] as const;

type Name = (typeof LOCATIONS)[number];
type User = S3Settings & { readonly endpoint: string; readonly accessKey: string; readonly secretKey: string };

/** The two locations of the compose file, started as it starts them, by its own scripts, with the secrets that it makes. */
export class StackLocations {
  /** Secrets, and the data of a docstore. */
  readonly folder = mkdtempSync(join(tmpdir(), 'bough-stack-'));
  readonly #running = new Map<Name, Started>();

  async start(): Promise<void> {
    for (const name of ['gateway', 'docstore', 'mailer', 'exporter', 'first', 'second', 'mongodb', 'valkey'])
      mkdirSync(join(this.folder, name));
    execFileSync(process.execPath, [join(STACK, 'make-secrets.mjs'), this.folder]);
    for (const name of LOCATIONS) await this.#startOne(name);
    await this.script('first', 'allow-docstore.mjs', []);
    await this.script('second', 'allow-docstore.mjs', ['keep-versions']);
  }

  async stop(): Promise<void> {
    for (const each of this.#running.values()) await each.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Docstore's user at a location. */
  userAt(name: Name): User {
    const secret = (half: string): string => readFileSync(join(this.folder, `docstore/${name}-${half}`), 'utf8').trim();
    return {
      ...{ endpoint: this.#endpoint(name), region: 'us-east-1', bucket: `bough-${name}` },
      ...{ accessKey: secret('access-key'), secretKey: secret('secret-key') },
    };
  }

  /** Runs one of the stack's scripts on a location, with the secrets of its root unless others are given; answers what it says. */
  async script(
    name: Name,
    script: string,
    words: readonly string[],
    secrets = join(this.folder, name),
  ): Promise<string> {
    const args = [join(STACK, script), this.#endpoint(name), `bough-${name}`, ...words];
    // Not run in place: this process reads what the location prints, and one that nobody reads from stands still.
    return (await run(process.execPath, args, { env: { SECRETS: secrets } })).stdout;
  }

  /** Asks a location for something as whoever these secrets take for its root; answers what it says. */
  async ask(name: Name, asked: string, query: Readonly<Record<string, string>>, secrets: string): Promise<string> {
    const [method = '', path = ''] = asked.split(' ');
    const source = `import { asRoot } from ${JSON.stringify(join(STACK, 'as-root.mjs'))};
      process.stdout.write(await asRoot(...${JSON.stringify([this.#endpoint(name), method, path, { query }])}));`;
    const args = ['--input-type=module', '--eval', source];
    return (await run(process.execPath, args, { env: { SECRETS: secrets } })).stdout;
  }

  /** A folder of secrets with which a script takes docstore's user at this location for its root. */
  secretsOfUser(name: Name): string {
    const secrets = join(this.folder, `as-root-of-${name}`);
    mkdirSync(secrets, { recursive: true });
    for (const half of ['access-key', 'secret-key'])
      for (const each of [half, `root-${half}`]) copyFileSync(join(this.folder, name, half), join(secrets, each));
    return secrets;
  }

  /** The settings of a docstore on both. */
  docstoreSettings(): Readonly<Record<string, string>> {
    const [first, second] = [this.userAt('first'), this.userAt('second')];
    return {
      ...{ BOUGH_DATA: join(this.folder, 'data'), BOUGH_BLOBS: 's3', BOUGH_SECOND: 's3' },
      ...s3Settings('BOUGH_', first.endpoint, 'bough-first', newKeys('first'), first),
      ...s3Settings('BOUGH_SECOND_', second.endpoint, 'bough-second', newKeys('second'), second),
    };
  }

  #endpoint(name: Name): string {
    return `http://127.0.0.1:${this.#running.get(name)?.place.port}`;
  }

  async #startOne(name: Name): Promise<void> {
    const found = findServer('versitygw');
    const PATH = [dirname(found.kind === 'ready' ? found.from : ''), process.env['PATH']].join(delimiter);
    const secrets = join(this.folder, name);
    const started = await startProgram({
      name: 'stack-blobs',
      command: '/bin/sh',
      args: (place) => [
        ...[join(STACK, 'serve-blobs.sh'), `bough-${name}`, secrets, join(place.folder, 'blobs')],
        `127.0.0.1:${place.port}`,
      ],
      env: { PATH },
      isReady: ({ port }) => answersTcp(port),
    });
    this.#running.set(name, started);
  }
}
