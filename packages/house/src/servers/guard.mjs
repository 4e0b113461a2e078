// Stands between a test and a server it started: node guard.mjs FOLDER COMMAND [ARGUMENT...]
// Its standard input is a pipe from the test's process. When that closes, because the test is done or because its process
// died in whatever way, the server is ended and its folder removed. What the server prints goes to standard output.

import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

const GRACE_MS = 2_000;

const [folder, command, ...args] = process.argv.slice(2);
const server = spawn(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });

let isEnding = false;
function end() {
  if (isEnding) return;
  isEnding = true;
  server.kill('SIGTERM');
  setTimeout(() => server.kill('SIGKILL'), GRACE_MS).unref();
}

function leave(code) {
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

process.stdin.on('end', end).on('close', end).on('error', end).resume();
process.stdout.on('error', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
server.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  leave(1);
});
server.on('exit', (code) => leave(isEnding ? 0 : (code ?? 1)));
