import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../../testing/visitors/browser.ts';
import { openWorld, type RunningGateway } from '../../testing/world.ts';

const SCRIPT = '/assets/index-1a2b3c4d.js';
const STYLE = '/assets/index-5e6f7a8b.css';
const HTML = `<!doctype html><html lang="en"><head><title>Bough</title>
<meta name="bough-screens" content="map /assets/map-1a2b3c4d.js ${SCRIPT};home /assets/home-1a2b3c4d.css">
<script type="module" crossorigin src="${SCRIPT}"></script>
<link rel="modulepreload" crossorigin href="/assets/react-9c8b7a6d.js">
<link rel="stylesheet" crossorigin href="${STYLE}">
<link rel="icon" href="/icon.svg"></head><body></body></html>`;

const folder = mkdtempSync(join(tmpdir(), 'bough-served-'));
let gateway: RunningGateway;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), HTML);
  for (const path of [SCRIPT, STYLE, '/assets/react-9c8b7a6d.js']) {
    writeFileSync(join(folder, path), '/* words that are said again and again */\n'.repeat(100));
  }
  const world = await openWorld();
  gateway = await world.start({ pageFolder: folder });
  return world.end;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('[GW-51] the answer with the page names the files that it needs, so that browsers fetch them before they have read it', async () => {
  const named = async (path: string) => String((await ask(gateway, path)).headers['link']).split(', ');
  const ofAll = [
    `<${SCRIPT}>; rel=modulepreload; crossorigin`,
    '</assets/react-9c8b7a6d.js>; rel=modulepreload; crossorigin',
    `<${STYLE}>; rel=preload; as=style; crossorigin`,
  ];
  expect(await named('/account')).toEqual(ofAll);
  // And what the build lists for the screen at the address.
  const map = '/m/AZNq0J9XcAC_gV0T3bYw1g';
  expect(await named(map)).toEqual([...ofAll, '</assets/map-1a2b3c4d.js>; rel=modulepreload; crossorigin']);
  expect(await named('/')).toEqual([...ofAll, '</assets/home-1a2b3c4d.css>; rel=preload; as=style; crossorigin']);
});

test('[GW-312] every address that the page knows by name is served, also to whoever comes from a mail', async () => {
  const router = readFileSync(new URL('../../../../web/src/shell/screen.ts', import.meta.url), 'utf8');
  const named = [...router.matchAll(/case '([a-z-]+\/[a-z-]+)':/g)].map(([, name = '']) => `/${name}`);
  expect(named).toContain('/sign-in/not-me');
  const answers = await Promise.all(named.map(async (path) => [path, (await ask(gateway, path)).status]));
  expect(answers).toEqual(named.map((path) => [path, 200]));
});

test('[GW-51] a page without inline blocks is allowed none, and may ask nobody but its own origin', async () => {
  const policy = String((await ask(gateway, '/')).headers['content-security-policy']);
  const parts = new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
  expect(parts.get('default-src')).toEqual(["'none'"]);
  expect(parts.get('script-src')).toEqual(["'self'"]);
  expect(parts.get('style-src')).toEqual(["'self'"]);
  expect(parts.get('connect-src')).toEqual(["'self'", 'wss://bough.localhost']);
  for (const [name, sources] of parts) {
    if (['connect-src', 'require-trusted-types-for', 'trusted-types', 'report-uri'].includes(name)) continue;
    for (const source of sources) expect(["'self'", "'none'", 'blob:', 'data:']).toContain(source);
  }
});

test('[GW-282] the page takes no bare words as scripts, workers or markup, and what is refused is reported', async () => {
  const policy = String((await ask(gateway, '/')).headers['content-security-policy']).split('; ');
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain('trusted-types default');
  expect(policy).toContain('report-uri /reports/policy');
});

test('[GW-51] both compressed forms of a file are there before anybody asks, and each is smaller', async () => {
  const whole = (await ask(gateway, SCRIPT)).bytes.length;
  for (const encoding of ['br', 'zstd']) {
    const small = await ask(gateway, SCRIPT, { headers: { 'accept-encoding': encoding } });
    expect(small.headers['content-encoding']).toBe(encoding);
    expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(small.bytes.length).toBeLessThan(whole / 10);
  }
});
