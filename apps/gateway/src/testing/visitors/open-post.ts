import { connect } from 'node:net';
import type { Browser } from './browser.ts';
import { PUBLIC_URL } from '../world.ts';

/** What became of a post whose last byte never came: the status of an answer, or null while the gateway waits for the rest. */
export interface OpenPost {
  /** Resolves when it has an answer, was cut off, or all of the body but its last byte is on the way. */
  readonly settled: Promise<void>;
  readonly status: () => number | null;
  readonly isClosed: () => boolean;
  end(): void;
}

const PIECE = Buffer.alloc(64 * 1024, 'x');

/** Begins a post of so many bytes, as this browser, and holds its last byte back: whoever buffers bodies holds all of it. */
export function openPost(browser: Browser, path: string, bytes: number): OpenPost {
  const socket = connect(browser.gateway.port, '127.0.0.1');
  const { promise: settled, resolve } = Promise.withResolvers<void>();
  let said = '';
  let isClosed = false;
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: bough.localhost',
    `origin: ${PUBLIC_URL}`,
    'sec-fetch-site: same-origin',
    `bough-csrf: ${browser.csrf}`,
    `cookie: ${browser.cookie}`,
    'content-type: application/octet-stream',
    `content-length: ${bytes}`,
  ];
  let left = bytes - 1;
  const write = (): void => {
    while (left > 0 && !socket.destroyed) {
      const piece = PIECE.subarray(0, Math.min(left, PIECE.length));
      left -= piece.length;
      if (!socket.write(piece)) return;
    }
    if (left === 0) socket.write('', () => resolve());
  };
  socket.on('drain', write);
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1');
    resolve();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    resolve();
  });
  socket.on('connect', () => {
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    write();
  });
  return {
    settled,
    status: () => (said === '' ? null : Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1])),
    isClosed: () => isClosed,
    end: () => void socket.destroy(),
  };
}
