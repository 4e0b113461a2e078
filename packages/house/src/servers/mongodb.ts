/**
 * MongoDB, for tests. No registry carries the real mongod, so where BOUGH_TEST_MONGODB_URL does not name one (the hosted workflow
 * does), SecantusDB stands in: it answers the driver's protocol with transactions, unique, partial and TTL indexes and change
 * streams, without text indexes, slowly, and is wrong in races of upserting findOneAndUpdate: code under test uses versioned
 * updateOne and unique indexes. Never measure through it.
 */

import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, cacheFolder, isProgram, lastLine, mayUseApt, onPath, run } from './places.ts';
import type { Found, MongoRunning, Server } from './server.ts';
import { answersTcp, startProgram } from './started.ts';

const PACKAGE = 'secantusdb==0.7.0b3';
const FOLDER = PACKAGE.replace('==', '-');

/** The real MongoDB that the environment names, or its stand-in. */
export const mongodb: Server<MongoRunning> = { name: 'mongodb', find, install };

function find(): Found<MongoRunning> {
  const given = process.env['BOUGH_TEST_MONGODB_URL'];
  if (given !== undefined) {
    const start = (): Promise<MongoRunning> => {
      return Promise.resolve({ url: given, database: freshName(), standIn: false, stop: () => Promise.resolve() });
    };
    return { kind: 'ready', from: 'BOUGH_TEST_MONGODB_URL', start };
  }
  const command = program();
  if (isProgram(command)) return { kind: 'ready', from: command, start: () => startStandIn(command) };
  const hasPython = onPath('python3') !== null;
  return {
    kind: 'missing',
    why: hasPython ? 'SecantusDB is not installed yet.' : 'There is no Python 3 to install SecantusDB with.',
    howTo: hasPython
      ? 'Run npm test once with a network: it installs it. Or set BOUGH_TEST_MONGODB_URL.'
      : 'Install Python 3.11 or newer with venv, or set BOUGH_TEST_MONGODB_URL.',
  };
}

async function install(say: (line: string) => void): Promise<string | null> {
  const python = onPath('python3');
  if (python === null) return 'There is no Python 3.';
  say('Installing SecantusDB, which speaks the MongoDB protocol ...');
  const folder = cacheFolder('python', FOLDER);
  mkdirSync(cacheFolder('python'), { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  const made = await makeEnvironment(python, folder);
  if (made !== null) return made;
  const outcome = await run(join(folder, 'bin', 'pip'), ['install', '--disable-pip-version-check', '-q', PACKAGE]);
  if (outcome.code === 0) return null;
  renameSync(folder, `${folder}.failed`);
  rmSync(`${folder}.failed`, { recursive: true, force: true });
  return `pip install ${PACKAGE} failed: ${lastLine(outcome.output)}`;
}

async function makeEnvironment(python: string, folder: string): Promise<string | null> {
  let outcome = await run(python, ['-m', 'venv', folder]);
  if (outcome.code !== 0 && mayUseApt()) {
    const why = await aptInstall('python3-venv');
    if (why !== null) return why;
    outcome = await run(python, ['-m', 'venv', folder]);
  }
  return outcome.code === 0 ? null : `python3 -m venv failed: ${lastLine(outcome.output)}`;
}

function program(): string {
  return cacheFolder('python', FOLDER, 'bin', 'secantusd-py');
}

function freshName(): string {
  return `bough_test_${randomBytes(6).toString('hex')}`;
}

async function startStandIn(command: string): Promise<MongoRunning> {
  const { place, stop } = await startProgram({
    name: 'mongodb',
    command,
    args: ({ port }) => ['--host', '127.0.0.1', '--port', String(port), '--storage-path', 'data', '--sync-on-commit'],
    isReady: ({ port }) => answersTcp(port),
  });
  return { url: `mongodb://127.0.0.1:${place.port}`, database: freshName(), standIn: true, stop };
}
