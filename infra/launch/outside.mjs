// What is outside Bough: other programs, folders, and the one sentence that a person gets when something is wrong with them.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Something outside Bough is missing or wrong: its message is the one sentence that a person gets, and the exit code is this. */
export class Unmet extends Error {
  exitCode = 1;
}

/** Words that a command does not take: what is wrong with them, and below it how the command is written. */
export class NotUnderstood extends Unmet {
  exitCode = 2;
}

/** Makes the folder, or ends in the sentence that says why it cannot be. */
export function makeFolder(path, mode = 0o777) {
  try {
    // Step by step: the platform's own recursion never ends under /proc.
    if (!existsSync(dirname(path))) makeFolder(dirname(path), mode);
    if (!existsSync(path)) mkdirSync(path, { mode });
  } catch (error) {
    if (error instanceof Unmet) throw error;
    throw new Unmet(`The folder ${path} cannot be made: ${error.message}.`);
  }
}

/** Runs a command quietly to its end and answers its exit code and what it printed. */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

// npm prints the cause among codes and hints: this is what the line with the cause speaks of.
const CAUSE =
  /reason:|certificate|ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|socket hang up|\bE?[45]\d\d\b.* - |ENOSPC|EDQUOT|EACCES|EROFS|EPERM|ERR_PNPM/i;
const NO_CAUSE = /^(code|errno|syscall|path|dest) \S+$|A complete log of this run|^\S+ \S*debug\S*\.log$/;
const OF_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|dns error|failed to lookup|Connection refused|timed out/i;

/** The line of what npm, pnpm or another program printed that says why it failed, with what to do where that is known. */
export function causeOf(output) {
  const line = deepestOf(output) ?? likeliestOf(output);
  if (/certificate/i.test(line)) return `${line} (a company's own authority: name its file in NODE_EXTRA_CA_CERTS)`;
  if (OF_NETWORK.test(line)) return `${line} (is there a network?)`;
  return line;
}

/** pnpm draws a tree of causes, in lines that it wraps: the last one is what happened. */
function deepestOf(output) {
  const at = output.lastIndexOf('╰─▶');
  if (at < 0) return null;
  const [cause = ''] = output.slice(at + '╰─▶'.length).split(/\n\s*\n/);
  return cause.replaceAll(/\s+/g, ' ').trim();
}

function likeliestOf(output) {
  const errors = /^\s*(?:npm |pnpm )?\s*(?:error|ERR!):?\s+/i;
  const printed = output.split('\n').filter((line) => line.trim() !== '');
  const named = printed.filter((line) => errors.test(line));
  const cleaned = (lines) =>
    lines.map((line) => line.replace(errors, '').trim()).filter((line) => !NO_CAUSE.test(line));
  const lines = cleaned(printed);
  return lines.find((line) => CAUSE.test(line)) ?? cleaned(named)[0] ?? lines.at(-1) ?? 'it said nothing.';
}
