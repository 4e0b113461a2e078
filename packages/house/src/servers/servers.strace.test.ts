import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';
import { injectFault } from './inject-fault.ts';
import { run } from './places.ts';

const PROGRAM = `
  const { openSync, fsyncSync, unlinkSync } = require('node:fs');
  const { join } = require('node:path');
  const path = join(require('node:os').tmpdir(), 'bough-strace-' + process.pid);
  const file = openSync(path, 'w');
  process.stdin.on('data', () => {
    let said = 'flushed';
    try { fsyncSync(file); } catch (error) { said = error.code; }
    process.stdout.write(said);
  }).on('end', () => unlinkSync(path));`;

describeWith('strace', (server) => {
  test('[HOUSE-15] records a call, and makes one fail', async () => {
    const args = ['-f', '-e', 'trace=exit_group', process.execPath, '-e', '0'];
    expect((await run(server().executable, args)).output).toContain('exit_group(0)');
    const failing = ['-f', '-o', '/dev/null', '-e', 'trace=fsync', '-e', 'inject=fsync:error=EIO'];
    const program = 'const fs = require("node:fs"); fs.fsyncSync(fs.openSync(process.execPath, "r"))';
    expect((await run(server().executable, [...failing, process.execPath, '-e', program])).output).toContain('EIO');
  });
});

describeWith('strace-attach', (server) => {
  test('[HOUSE-15] makes a system call of a running process fail, and only until it is stopped', async () => {
    const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
    const answer = async (): Promise<string> => {
      child.stdin.write('flush');
      const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
      return String(said);
    };
    const before = await answer();
    if (child.pid === undefined) throw new Error('it runs');
    const injected = await injectFault(server(), child.pid, { calls: 'fsync', error: 'EIO' });
    const during = await answer();
    await injected.stop();
    expect([before, during, await answer()]).toEqual(['flushed', 'EIO', 'flushed']);
    child.stdin.end();
    await once(child, 'close');
  });
});
