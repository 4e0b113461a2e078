/** npm test [-- STEP...]: everything that must hold, one line a step. */

import { fileURLToPath } from 'node:url';
import { bringServers } from './bring-servers.ts';
import { runGate } from './gate.ts';
import { STATIC_STEPS } from './static-steps.ts';
import { TEST_STEPS } from './test-steps.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const all = [...STATIC_STEPS, ...TEST_STEPS];
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !all.some((step) => step.name === name));

const isWatched = process.stdout.isTTY;
const ERASE_LINE = '\r\u001B[K';
const say = (line: string): void => console.log(isWatched ? `${ERASE_LINE}${line}` : line);
const begin = (step: string): void => void (isWatched && process.stdout.write(`${ERASE_LINE}${step} ...`));

if (unknown !== undefined) {
  console.error(`There is no step ${unknown}. Steps: ${all.map((step) => step.name).join(', ')}.`);
  process.exitCode = 1;
} else {
  const steps = wanted.length === 0 ? all : all.filter((step) => wanted.includes(step.name));
  process.exitCode = await runGate(
    {
      root,
      steps,
      bring: bringServers,
    },
    { say, begin, isStrict: process.env['CI'] === 'true' },
  );
}
