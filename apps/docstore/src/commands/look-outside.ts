import { lookFromOutside } from './doctor-outside.ts';

// npm run doctor -- https://maps.example.org: what can be seen of a Bough from anywhere, without its settings.

const [address = ''] = process.argv.slice(2);
if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
  process.stderr.write(
    'npm run doctor -- https://ADDRESS looks at a Bough from outside; without an address, at the one of this folder.\n',
  );
  process.exitCode = 2;
} else {
  const checks = await lookFromOutside(new URL(address).origin, () => Date.now());
  for (const { isWell, says } of checks) process.stdout.write(`${isWell ? 'well ' : 'WRONG'} ${says}\n`);
  process.exitCode = checks.every(({ isWell }) => isWell) ? 0 : 1;
}
