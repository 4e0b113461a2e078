/**
 * MongoDB, for tests. No registry carries the real mongod, so where BOUGH_TEST_MONGODB_URL does not name one (the hosted workflow
 * does), SecantusDB stands in: it answers the driver's protocol with transactions, unique, partial and TTL indexes and change
 * streams, without text indexes, slowly, and is wrong in races of upserting findOneAndUpdate: code under test uses versioned
 * updateOne and unique indexes. Never measure through it.
 */

import { randomBytes } from 'node:crypto';
import { isProgram } from '../places.ts';
import { inPython, pipInstall, pythonHelp } from '../install/python.ts';
import type { Found, MongoRunning, Server } from '../server.ts';
import { answersTcp, startProgram } from '../started.ts';

const PACKAGE = 'secantusdb==0.7.0b3';

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
  const command = inPython(PACKAGE, 'bin', 'secantusd-py');
  if (isProgram(command)) return { kind: 'ready', from: command, start: () => startStandIn(command) };
  const help = pythonHelp('SecantusDB');
  return { kind: 'missing', why: help.why, howTo: `${help.howTo} Or set BOUGH_TEST_MONGODB_URL.` };
}

function install(say: (line: string) => void): Promise<string | null> {
  return pipInstall(PACKAGE, () => say('Installing SecantusDB, which speaks the MongoDB protocol ...'));
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
