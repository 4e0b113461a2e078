// The four services as child processes. Each writes its log to a file of its own, is started again when it dies, and stops
// when this process does, however this process ends: it holds the other end of their standard input.

import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beginLog, rotateLog } from './log-files.mjs';
import { Unmet } from './outside.mjs';
import { root } from './toolchain.mjs';

const READY_WITHIN_MS = 120_000;
const DRAIN_WITHIN_MS = 8_000;
const LONGEST_PAUSE_MS = 5_000;
const LOOK_AT_LOG_MS = 60_000;
/** One that dies so soon again, of the same, could not start. */
const SOON_MS = 30_000;
/** So long its last words may come after its end: what it has started may hold their pipe open. */
const LAST_WORDS_MS = 1_000;
/** What a service ends with when the disk did not keep what was written: see packages/disk. */
const FAILED_FLUSH_EXIT = 74;

/** Above are the ports that systems give to whoever asks for any. */
const LAST_CHOSEN_PORT = 32_767;

/** A free port of the loopback interface, as the system gives it. */
function freePort() {
  return portThatIsFree(0);
}

/** This port if a person may have meant it and it is free, so that it stays the same at each start; else any free one. */
export async function freePortNear(port) {
  if (port > LAST_CHOSEN_PORT) return freePort();
  return await portThatIsFree(port).catch(() => freePort());
}

function portThatIsFree(wanted) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** One service under watch: {start, drain}. */
export class Service {
  #child = null;
  #isDraining = false;
  #deaths = 0;
  #lastWords = '';
  /** What was said of the last death: a service that cannot start dies of the same again and again. */
  #said = '';
  #spawnedAt = 0;
  #onStart = null;
  #logTrouble = null;

  constructor(name, { node, env, logs, say }) {
    this.name = name;
    this.node = node;
    this.env = env;
    this.logFile = join(logs, `${name}.log`);
    this.say = say;
  }

  /** Starts it and answers when it says that it is ready; ends in its own last sentence when it cannot start. */
  async start() {
    beginLog(this.logFile);
    setInterval(() => this.#keepLogSmall(), LOOK_AT_LOG_MS).unref();
    this.#spawn();
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while (Date.now() < giveUpAt) {
      if (this.#deaths > 0)
        throw new Unmet(this.#lastWords.trim() || `${this.name} ended at once; its log is ${this.logFile}.`);
      if (await this.#isReady()) return;
      await pause(25);
    }
    throw new Unmet(`${this.name} was not ready after ${READY_WITHIN_MS / 1000} s; its log is ${this.logFile}.`);
  }

  #keepLogSmall() {
    const why = rotateLog(this.logFile);
    if (why !== null && why !== this.#logTrouble) this.say(`${this.logFile} grows, and cannot be moved away: ${why}`);
    this.#logTrouble = why;
  }

  async #isReady() {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.env.PORT}/ready`, { signal: AbortSignal.timeout(1_000) });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  #spawn() {
    const log = openSync(this.logFile, 'a', 0o600);
    const app = join(root, 'apps', this.name);
    const { flags = [] } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')).bough;
    const child = spawn(this.node, [...flags, join(app, 'src/main.ts')], {
      cwd: root,
      env: this.env,
      stdio: ['pipe', log, 'pipe'],
      // Its own process group: Ctrl-C reaches this process alone, which then drains the services in their order.
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    this.#spawnedAt = Date.now();
    this.#lastWords = '';
    this.#onStart?.();
    child.stderr.on('data', (chunk) => (this.#lastWords = `${this.#lastWords}${chunk}`.slice(-4_000)));
    child.stdin.on('error', () => {});
    child.once('exit', (code, signal) => {
      // Its end is often known before its last words are read, which say why.
      const timer = setTimeout(() => child.stderr.destroy(), LAST_WORDS_MS);
      child.once('close', () => {
        clearTimeout(timer);
        this.#buried(child, code ?? signal);
      });
    });
  }

  #buried(child, how) {
    if (this.#child !== child) return;
    this.#child = null;
    this.#deaths++;
    if (this.#isDraining || this.#onStart === null) return;
    const isDisk = how === FAILED_FLUSH_EXIT;
    const pauseMs = isDisk ? LONGEST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, 100 * 2 ** Math.min(10, this.#deaths - 1));
    const note = isDisk ? this.#diskNote() : this.#deathNote(how);
    if (note !== this.#said || Date.now() - this.#spawnedAt > SOON_MS) this.say(note);
    this.#said = note;
    setTimeout(() => this.#isDraining || this.#spawn(), pauseMs);
  }

  #deathNote(how) {
    // A service that cannot start says why in one line; a crash leaves a stack, which is for whoever reads the log.
    const words = this.#lastWords.trim();
    const why = words !== '' && !words.includes('\n') ? `: ${words}\n` : '; ';
    return `${this.name} ended unexpectedly (${how})${why}${why === '; ' ? 'starting' : 'Starting'} it again. Its log: ${this.logFile}`;
  }

  #diskNote() {
    const words = this.#lastWords.trim().replace(/^bough: /, '');
    const isLost = 'Nothing that was confirmed is lost, and browsers send again what was not. ';
    if (!words.includes('did not keep'))
      return `${this.name}: ${words}\n${isLost}It is started again until that is there.`;
    return (
      `${this.name}: ${words}\n${isLost}It starts again in 5 s and writes what it finds anew ` +
      'before it trusts it. When this comes again: stop Bough, copy the data folder to another disk, and start it there with BOUGH_DATA.'
    );
  }

  /** From here on a death is answered by a new start, of which `onStart` is told. */
  watch(onStart) {
    this.#onStart = onStart;
  }

  /** How often it has died. */
  get deaths() {
    return this.#deaths;
  }

  /** The process that serves now, null between a death and the next start. */
  get pid() {
    return this.#child?.pid ?? null;
  }

  /** From here on a death is expected, and nothing is started again. */
  letGo() {
    this.#isDraining = true;
  }

  /** Lets it finish what it accepted, then ends it; by force when it takes too long. */
  async drain() {
    this.letGo();
    const child = this.#child;
    if (child === null || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), DRAIN_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  }
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
