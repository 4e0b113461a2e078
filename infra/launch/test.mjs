// npm test: brings the toolchain, then hands over to the gate.
import { runTypeScript } from './toolchain.mjs';

await runTypeScript('packages/house/src/gate/main.ts', process.argv.slice(2));
