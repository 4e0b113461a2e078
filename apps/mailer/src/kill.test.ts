import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@bough/house/servers';
import { mailerRoutes } from '@bough/contracts';
import {
  createCaller,
  createMetrics,
  createTokenMinter,
  openContext,
  platformClock,
  platformIds,
  platformRandom,
  silentLog,
} from '@bough/service';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Starts mailer as its own process and answers when it is ready. */
async function startMailer(environment: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], BOUGH_MAIL: 'smtp', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('"started"')) resolve();
    });
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGKILL');
  await gone;
}

/** What both tests do with a mailer that is a process of its own. */
async function world() {
  const folder = mkdtempSync(join(tmpdir(), 'bough-mailer-'));
  const [port, smtpPort] = [await freePort(), await freePort()];
  const key = platformRandom.bytes(32);
  const environment = {
    PORT: String(port),
    BOUGH_DATA: folder,
    BOUGH_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    BOUGH_TOKEN_KEYS: `mailer:k:${Buffer.from(key).toString('base64url')}`,
  };
  const parts = { clock: platformClock, ids: platformIds };
  const minter = createTokenMinter({ ...parts, keys: [{ audience: 'mailer', kid: 'k', key }] }, 'gateway');
  const metrics = createMetrics('gateway');
  const caller = createCaller(
    { clock: platformClock, minter, metrics },
    { service: 'mailer', url: `http://127.0.0.1:${port}` },
  );
  const open = openContext({ service: 'gateway', ...parts, log: silentLog }, { deadlineMs: 40_000 });
  const send = (at: number) => {
    const mail = {
      kind: 'sign-in',
      to: `person${at}@example.org`,
      link: 'https://a.b/#c',
      expiresInMinutes: 10,
    } as const;
    return caller.call(mailerRoutes.sendMail, { params: {}, body: { key: `key-${at}`, mail } }, open.context);
  };
  const end = async (): Promise<void> => {
    open.close();
    metrics.stop();
    await caller.stop?.();
    rmSync(folder, { recursive: true, force: true });
  };
  return { environment, smtpPort, send, end };
}

/** An SMTP server; `onTaken` runs when it has taken a mail for good and before its answer leaves. */
async function sink(port: number, onTaken: (raw: string) => Promise<void>): Promise<{ close: () => Promise<void> }> {
  const smtp = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void text(stream)
        .then(onTaken)
        .then(() => done(null));
    },
  });
  // A client that was killed resets its connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    smtp.listen(port, '127.0.0.1', resolve);
  });
  return { close: () => new Promise((resolve) => smtp.close(() => resolve())) };
}

test(
  '[MAIL-9] a real process, killed with -9 while the SMTP server is away, sends each mail after its restart, once',
  { timeout: 30_000 },
  async () => {
    const { environment, smtpPort, send, end } = await world();
    const first = await startMailer(environment);
    for (let at = 0; at < 10; at++) expect((await send(at)).state).toBe('waiting');
    await kill(first);

    const arrived: string[] = [];
    const smtp = await sink(smtpPort, async (raw) => {
      arrived.push(/^To: (.*)$/m.exec(raw)?.[1]?.trim() ?? 'nobody');
    });
    const second = await startMailer(environment);
    await expect.poll(() => arrived.length, { timeout: 15_000 }).toBe(10);
    expect(new Set(arrived).size).toBe(10);
    await expect.poll(async () => (await send(0)).state, { timeout: 5_000 }).toBe('sent');
    await kill(second);
    const third = await startMailer(environment);
    expect((await send(1)).state).toBe('sent');
    await kill(third);
    expect(arrived.length).toBe(10);

    await smtp.close();
    await end();
  },
);

test(
  '[MAIL-9] killed with -9 after the server took a mail and before the outbox knows, it sends that one twice, under one Message-ID, and no other',
  { timeout: 30_000 },
  async () => {
    const { environment, smtpPort, send, end } = await world();
    const arrived: { readonly id: string; readonly to: string }[] = [];
    let victim: ChildProcess | null = null;
    const smtp = await sink(smtpPort, async (raw) => {
      const to = /^To: (.*)$/m.exec(raw)?.[1]?.trim() ?? 'nobody';
      arrived.push({ id: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? 'none', to });
      if (victim === null || to !== 'person2@example.org') return;
      const doomed = victim;
      victim = null;
      // The mail is the server's now; its answer never reaches a living process.
      await kill(doomed);
    });
    const first = await startMailer(environment);
    for (let at = 0; at < 2; at++) await send(at);
    for (let at = 0; at < 2; at++) await expect.poll(async () => (await send(at)).state).toBe('sent');
    victim = first;
    const gone = new Promise((resolve) => {
      first.once('exit', resolve);
    });
    await send(2);
    await gone;
    expect(arrived.length).toBe(3);

    const second = await startMailer(environment);
    await expect.poll(async () => (await send(2)).state, { timeout: 15_000 }).toBe('sent');
    await send(3);
    await expect.poll(async () => (await send(3)).state, { timeout: 15_000 }).toBe('sent');
    await kill(second);
    const twice = arrived.filter(({ to }) => to === 'person2@example.org');
    expect([arrived.length, twice.length, new Set(twice.map(({ id }) => id)).size]).toEqual([5, 2, 1]);
    expect(new Set(arrived.map(({ id }) => id)).size).toBe(4);

    await smtp.close();
    await end();
  },
);
