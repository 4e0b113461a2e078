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
];

const args = process.argv.slice(2);
const [name] = args;
await runTypeScript(OF_PEOPLE.includes(name) ? PEOPLE : DOCUMENTS, args);
if (name === undefined) await runTypeScript(PEOPLE, []);
