// Runs one TypeScript file of the project: node infra/launch/run.mjs FILE [ARGUMENT...]
import { runTypeScript } from './toolchain.mjs';

const [file, ...args] = process.argv.slice(2);
await runTypeScript(file, args);
