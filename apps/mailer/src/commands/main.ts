import { readFileSync } from 'node:fs';
import { inSentences } from '@bough/base';
import { everySetting, mailerSettings, platformClock, readSettings } from '@bough/service';
import { parse as parseYaml } from 'yaml';
import { openOutbox } from '../outbox/open-outbox.ts';
import { commands } from './commands.ts';

// npm run bough -- mail, mail-again: it reads mailer's settings, and needs none of its secrets.

const NO_TOKENS = `mailer:none:${'A'.repeat(43)}`;

async function main([name, ...args]: readonly string[]): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    for (const each of commands) say(`  ${`${each.name} ${each.takes}`.padEnd(28)}${each.does}`);
    return name === undefined ? 0 : 1;
  }
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    say(`npm run bough -- ${command.name} ${command.takes}`);
    say(command.does);
    return 0;
  }
  const source = {
    environment: { BOUGH_TOKEN_KEYS: NO_TOKENS, ...process.env },
    readFile: (path: string) => readFileSync(path, 'utf8'),
    readYaml: parseYaml,
  };
  const settings = readSettings(mailerSettings, source, everySetting);
  if (!settings.ok) throw new Error(settings.error);
  const outbox = await openOutbox(settings.value);
  try {
    return await command.run({ outbox, nowMs: platformClock.now(), say }, args);
  } finally {
    await outbox.close();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (failure) {
  process.stderr.write(`${inSentences(failure)}\n`);
  process.exitCode = 1;
}
