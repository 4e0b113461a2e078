import { runCommand } from './command.ts';

// npm run load [-- NAME [--quick]]: k6 on a Bough of its own.

const folder = new URL('./scenarios/', import.meta.url);
process.exitCode = await runCommand({ folder, command: 'load', title: 'Load' }, process.argv.slice(2));
