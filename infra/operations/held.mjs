// Between a test and a program that it started: node held.mjs COMMAND [ARGUMENT...]. Signals are passed on; when the test's process is gone, whose
// pipe standard input is, the program is ended.
import { spawn } from 'node:child_process';

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
process.stdin.on('end', () => child.kill('SIGTERM')).on('error', () => child.kill('SIGTERM'));
process.stdin.resume();
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
