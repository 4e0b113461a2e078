import { runCommand } from './command.ts';

// npm run bench [-- NAME [--quick]]

const folder = new URL('./benches/', import.meta.url);
process.exitCode = await runCommand({ folder, command: 'bench', title: 'Benchmarks' }, process.argv.slice(2));
