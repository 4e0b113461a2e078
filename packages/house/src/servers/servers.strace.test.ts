import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';
import { run } from './places.ts';

describeWith('strace', (server) => {
  test('[HOUSE-15] records a call, and makes one fail', async () => {
    const args = ['-f', '-e', 'trace=exit_group', process.execPath, '-e', '0'];
    expect((await run(server().executable, args)).output).toContain('exit_group(0)');
    const failing = ['-f', '-o', '/dev/null', '-e', 'trace=fsync', '-e', 'inject=fsync:error=EIO'];
    const program = 'const fs = require("node:fs"); fs.fsyncSync(fs.openSync(process.execPath, "r"))';
    expect((await run(server().executable, [...failing, process.execPath, '-e', program])).output).toContain('EIO');
  });
});
