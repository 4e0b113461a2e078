// npm run bough -- NAME [ARGUMENT...]: what an operator does, with documents, people or mail. Each service's commands are its own.
import { ABOUT_BACKUPS, HOW, runAboutBackups } from './backup.mjs';
import { orSayWhy, runTypeScript } from './toolchain.mjs';

const DOCUMENTS = 'apps/docstore/src/commands/main.ts';
const PEOPLE = 'apps/gateway/src/commands/main.ts';
const MAIL = 'apps/mailer/src/commands/main.ts';
const OF_PEOPLE = [
  'people',
  'add-person',
  'disable',
  'enable',
  'end-sessions',
  'make-owner',
  'unmake-owner',
  'change-address',
  'set-up-link',
  'show-map',
];

const args = process.argv.slice(2);
const [name] = args;
const OF_MAIL = ['mail', 'mail-again'];
if (ABOUT_BACKUPS.includes(name)) await orSayWhy(() => runAboutBackups(args));
else await runTypeScript(OF_PEOPLE.includes(name) ? PEOPLE : OF_MAIL.includes(name) ? MAIL : DOCUMENTS, args);
// What docstore has opened again, lists show again: each service knows its half.
const isRestored = name === 'restore-map' && /^[\w-]{22}$/.test(args[1] ?? '') && process.exitCode === 0;
if (isRestored) await runTypeScript(PEOPLE, ['show-map', args[1]]);
if (name === undefined) {
  for (const others of [PEOPLE, MAIL]) await runTypeScript(others, []);
  console.log(HOW);
}
