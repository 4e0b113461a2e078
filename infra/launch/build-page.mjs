// Builds the page as its sources are now, for what needs it and is not `npm start`: node build-page.mjs
import { ensurePage } from './page.mjs';
import { orSayWhy } from './toolchain.mjs';

await orSayWhy(() => ensurePage({ node: process.execPath, env: process.env }, console.log));
