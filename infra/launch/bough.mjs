// npm run bough -- NAME [ARGUMENT...]: what an operator does, with documents, people or mail. Each service's commands are its own.
import { addKey, HOW_TO_ADD } from './add-key.mjs';
import { ABOUT_BACKUPS, HOW, runAboutBackups } from './backup.mjs';
import { takeConfig } from './config-file.mjs';
import { addressHere } from './data-folder.mjs';
import { inThisClone } from './in-this-clone.mjs';
import { HOW_TO_MIGRATE, migrateStorage } from './migrate-storage.mjs';
import { orSayWhy, runTypeScript } from './toolchain.mjs';

const DOCUMENTS = 'apps/docstore/src/commands/main.ts';
const PEOPLE = 'apps/gateway/src/commands/main.ts';
const MAIL = 'apps/mailer/src/commands/main.ts';
/** Docstore's exit code for a name that none of its commands has. */
const NO_SUCH_COMMAND = 3;
const OF_PEOPLE = [
  'people',
  'add-person',
  'disable',
  'enable',
  'end-sessions',
  'make-owner',
  'unmake-owner',
  'change-address',
  'remove-second-step',
  'set-up-link',
  'renew-set-up-link',
  'show-map',
  'adopt-maps',
  'note-outbox',
  'audit',
];

takeConfig();
const asked = process.argv.slice(2);
const isHelp = ['help', '--help', '-h'].includes(asked[0]);
const given = isHelp ? [] : asked;
// What repairs from a backup is done where backups are.
const isFrom = given[0] === 'repair' && given[1] === '--from';
const args = isFrom ? ['repair --from', ...given.slice(2)] : given;
const [name] = args;
const OF_MAIL = ['outbox', 'mail', 'mail-again', 'tell-second-step-removed', 'check-mail-domain'];
// Of people where it says so, else of a location.
const isOfPeople = OF_PEOPLE.includes(name) || (name === 'accept-loss' && args[1] === 'people');
// Mails are shown once that stands in the audit log; what the command does not take it refuses by itself.
const isShowingMails = name === 'outbox' && args.length <= 2 && !args[1]?.startsWith('-');
if (isShowingMails) await runTypeScript(PEOPLE, ['note-outbox', ...args.slice(1)]);
if (ABOUT_BACKUPS.includes(name)) await orSayWhy(async () => runAboutBackups(args, await inThisClone()));
else if (name === 'migrate-storage') await orSayWhy(() => migrateStorage(args.slice(1)));
else if (name === 'add-key') await orSayWhy(() => console.log(addKey(args.slice(1))));
else if (!isShowingMails || process.exitCode === 0) {
  if (isOfPeople) Object.assign(process.env, addressHere(process.env));
  await runTypeScript(isOfPeople ? PEOPLE : OF_MAIL.includes(name) ? MAIL : DOCUMENTS, args);
}
// What other servers think of its emails only mailer's settings say.
if (name === 'doctor' && args.length === 1) {
  const before = process.exitCode;
  await runTypeScript(MAIL, ['check-mail-domain']);
  process.exitCode = before || process.exitCode;
}
// Whose account it is learns what was done to it.
if (name === 'remove-second-step' && args[1]?.includes('@') && process.exitCode === 0) {
  await runTypeScript(MAIL, ['tell-second-step-removed', args[1]]);
  if (process.exitCode !== 0)
    console.error(`It is removed, and its owner was not told: npm run bough -- tell-second-step-removed ${args[1]}`);
}
// What docstore has opened again, lists show again: each service knows its half.
const isRestored = name === 'restore-map' && /^[\w-]{22}$/.test(args[1] ?? '') && process.exitCode === 0;
if (isRestored) await runTypeScript(PEOPLE, ['show-map', args[1]]);
// Docstore, which is asked for what is nobody else's, has told its own by now.
const isUnknown = process.exitCode === NO_SUCH_COMMAND;
if (name === undefined || isUnknown) {
  for (const others of [PEOPLE, MAIL]) await runTypeScript(others, []);
  console.log(`${HOW}\n${HOW_TO_MIGRATE}\n${HOW_TO_ADD}`);
}
if (isUnknown) process.exitCode = 2;
