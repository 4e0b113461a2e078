import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, freePort, makeCertificate } from '@bough/house/servers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type RunningServices, startServices } from '../monitoring/running-services.ts';
import { answersTls } from './answers-tls.ts';
import { codeBlocks } from './code-blocks.ts';
import { Guest } from './guest.ts';
import { holdProcess } from './hold-process.ts';

const document = readFileSync(new URL('../../docs/proxies.md', import.meta.url), 'utf8');
const blockOf = (language: string): string => codeBlocks(document, language)[0]?.text ?? '';

const folder = mkdtempSync(join(tmpdir(), 'bough-proxies-'));
let services: RunningServices | null = null;
let port = 0;

beforeAll(async () => {
  port = await freePort();
  const settings = { BOUGH_PUBLIC_URL: `https://localhost:${port}`, BOUGH_TRUST_PROXY: '1' };
  services = await startServices(settings);
});
afterAll(async () => {
  await services?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A block of the document, with the addresses of this test. */
function here(text: string): string {
  const gateway = services?.all.gateway.port ?? 0;
  return text.replaceAll('maps.example.org', `localhost:${port}`).replaceAll('127.0.0.1:8080', `127.0.0.1:${gateway}`);
}

/** Runs a proxy while the test runs, once it listens. */
async function running(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  const held = holdProcess(command, { folder, env });
  onTestFinished(held.end);
  const answers = async (): Promise<boolean> => {
    held.mustRun();
    return await answersTls(port);
  };
  await expect.poll(answers, { timeout: 30_000 }).toBe(true);
}

/** What holds behind each proxy. */
async function holds(authority: string): Promise<void> {
  const guest = new Guest({ url: `https://localhost:${port}`, authority });
  await guest.arrive();
  await guest.makeMap('Through a proxy');
  expect(await guest.titles()).toContain('Through a proxy');
  expect(await guest.socket()).toEqual({ status: 101, closed: 1000 });
  for (const path of ['/metrics', '/ready']) expect(await guest.look(path)).toBe(404);
  expect(await guest.look('/health')).toBe(200);
}

describeWith('caddy', (caddy) => {
  test('[HOUSE-87] Caddy, as docs/proxies.md has it, passes pages and WebSockets on, and keeps what is for operators', async () => {
    const config = join(folder, 'Caddyfile');
    const global = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${await freePort()}\n}\n`;
    writeFileSync(config, global + here(blockOf('caddyfile')));
    const home = { XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    await running([caddy().executable, 'run', '--adapter', 'caddyfile', '--config', config], home);
    await holds(readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8'));
  });

  test('[HOUSE-87] docs/operations.md has the same lines for Caddy', () => {
    const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    expect(operations).toContain(blockOf('caddyfile').trim());
  });
});

describeWith('nginx', (nginx) => {
  test('[HOUSE-87] nginx, as docs/proxies.md has it, passes pages and WebSockets on, and keeps what is for operators', async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const made = makeCertificate('localhost');
    writeFileSync(key, made.key);
    writeFileSync(certificate, made.certificate);
    const server = here(blockOf('nginx'))
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace(/server_name .*;/, 'server_name localhost;')
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (each) => `${each}_temp_path ${join(folder, each)};`,
    );
    const top = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events {}`;
    mkdirSync(join(folder, 'logs'), { recursive: true });
    const config = join(folder, 'nginx.conf');
    writeFileSync(config, `${top}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${server}\n}\n`);
    await running([nginx().executable, '-p', folder, '-c', config]);
    await holds(readFileSync(certificate, 'utf8'));
  });
});

test('the block for Traefik is YAML that names one service, and hides what is for operators', () => {
  expect(parse(blockOf('yaml'))).toMatchObject({
    http: {
      routers: {
        bough: { rule: expect.stringMatching(/!Path\(`\/metrics`\) && !Path\(`\/ready`\)/), service: 'bough' },
      },
      services: { bough: { loadBalancer: { servers: [{ url: 'http://127.0.0.1:8080' }] } } },
    },
  });
});
