import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.ts';
import type { Running } from './server.ts';

const READY_MS = 30_000;
const PAUSE_MS = 20;
const GUARD = fileURLToPath(new URL('./guard.mjs', import.meta.url));

/** How to start a program and how to see that it is ready. */
export interface Recipe {
  readonly name: string;
  readonly command: string;
  readonly args: (place: Place) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folders to make inside the server's own folder before it starts. */
  readonly folders?: readonly string[];
  readonly isReady: (place: Place) => Promise<boolean>;
}

/** Where a started server lives. */
export interface Place {
  readonly folder: string;
  readonly port: number;
  /** A second free port, for programs that insist on one. */
  readonly secondPort: number;
}

/** A program that runs, and where. */
export interface Started extends Running {
  readonly place: Place;
}

/** Starts a program in a temporary folder on a free loopback port and waits until it is ready. */
export async function startProgram(recipe: Recipe): Promise<Started> {
  const place: Place = {
    folder: mkdtempSync(join(tmpdir(), `bough-${recipe.name}-`)),
    port: await freePort(),
    secondPort: await freePort(),
  };
  for (const folder of recipe.folders ?? []) mkdirSync(join(place.folder, folder), { recursive: true });
  const guard = spawn(process.execPath, [GUARD, place.folder, recipe.command, ...recipe.args(place)], {
    env: { ...process.env, ...recipe.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [guard.stdout, guard.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said.push(text);
      if (said.length > 50) said.shift();
    });
  }
  guard.stdin.on('error', () => undefined);
  const stop = stopper(guard);
  const why = await untilReady(recipe, place, guard);
  if (why === null) return { place, stop };
  await stop();
  throw new Error(`${recipe.name} ${why}: ${said.join('').trim().slice(-2_000)}`);
}

function stopper(guard: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => guard.once('close', () => resolve()));
  return async () => {
    guard.stdin?.end();
    await ended;
  };
}

async function untilReady(recipe: Recipe, place: Place, guard: ChildProcess): Promise<string | null> {
  const from = performance.now();
  while (performance.now() - from < READY_MS) {
    if (guard.exitCode !== null) return `ended with code ${guard.exitCode} before it was ready`;
    if (await recipe.isReady(place).catch(() => false)) return null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return `was not ready after ${READY_MS / 1000} s`;
}

/** Whether a GET of this path answers 2xx. */
export async function answersHttp(port: number, path: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(1_000) });
  await answer.arrayBuffer();
  return answer.ok;
}

/** Whether somebody listens, and, when `greeting` is sent, answers with something that begins `expected`. */
export function answersTcp(port: number, greeting = '', expected = ''): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(1_000, () => end(false)).on('error', () => end(false));
    socket.on('connect', () => (greeting === '' ? end(true) : socket.write(greeting)));
    socket.on('data', (data) => end(data.toString('latin1').startsWith(expected)));
  });
}
