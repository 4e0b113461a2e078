// npm run doctor: the Bough of this folder, as `npm run bough -- doctor`. npm run doctor -- https://ADDRESS: one that is anywhere, from outside.
import { runTypeScript } from './toolchain.mjs';

const words = process.argv.slice(2);
if (words.length === 0) process.argv.push('doctor');
if (words.length === 0) await import('./bough.mjs');
else await runTypeScript('apps/docstore/src/commands/look-outside.ts', words);
