import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const runFile = promisify(execFile);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/** What a server needs for a map that it has not open: two reads of storage that answers in 45 ms. */
const ANSWER_MS = 90;

/** The bench's page, built by Vite and served on the loopback, with texts of data beside it. */
export interface BenchPage {
  readonly url: string;
  /** Serves the text under an address of the page's own, as late as a server has it. */
  serve(name: string, text: string): string;
  close(): Promise<void>;
}

/** Builds the page into a folder of its own, which `close` takes away. */
export async function servePage(): Promise<BenchPage> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-bench-editor-'));
  const root = fileURLToPath(new URL('../../../page', import.meta.url));
  const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', new URL('../../../src/', import.meta.url)));
  await runFile(process.execPath, [vite, 'build', root, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']);
  const texts = new Map<string, string>();
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://bench').pathname);
    const text = texts.get(path);
    const file = path === '/' ? 'index.html' : path.slice(1);
    (text === undefined ? readFile(join(folder, file)) : setTimeout(ANSWER_MS, text)).then(
      (body) => response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    serve: (name, text) => {
      texts.set(`/${name}.json`, text);
      return `/${name}.json`;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
