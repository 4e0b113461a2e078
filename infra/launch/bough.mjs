// npm run bough -- NAME [ARGUMENT...]: what an operator does, with documents or with people. Each service's commands are its own.
import { runTypeScript } from './toolchain.mjs';

const DOCUMENTS = 'apps/docstore/src/commands/main.ts';
const PEOPLE = 'apps/gateway/src/commands/main.ts';
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
await runTypeScript(OF_PEOPLE.includes(name) ? PEOPLE : DOCUMENTS, args);
// What docstore has opened again, lists show again: each service knows its half.
const isRestored = name === 'restore-map' && /^[\w-]{22}$/.test(args[1] ?? '') && process.exitCode === 0;
if (isRestored) await runTypeScript(PEOPLE, ['show-map', args[1]]);
if (name === undefined) await runTypeScript(PEOPLE, []);
