// npm run vitest -- [--project servers] PATH...: some test files alone, by the settings of the house.
import { runTypeScript } from './toolchain.mjs';

const args = process.argv.slice(2);
const project = args.includes('--project') ? [] : ['--project', 'unit*'];
const settings = ['--config', 'packages/house/presets/vitest.config.ts'];
await runTypeScript('packages/house/node_modules/vitest/vitest.mjs', ['run', ...settings, ...project, ...args]);
