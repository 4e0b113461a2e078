import { type ChildProcess, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '@bough/house/servers';
import { type MailAccepted, mailerRoutes, type MailRequest } from '@bough/contracts';
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
import { atEnd, folder } from './mail-world.ts';

// Mailers as processes of their own, to be killed with -9. Their claims hold for three seconds, so that nobody waits for long.

const APP = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = `
  import { runService } from '@bough/service';
  import { buildMailer } from './src/build.ts';
  import { mailerSettings } from './src/settings.ts';
  await runService('mailer', mailerSettings, (platform, settings) => buildMailer(platform, settings, { claimMs: 3_000 }));`;

/** A mailer that may be started, killed and started again. */
export interface MailerProcess {
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** Kills it with -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** Resolves when it is gone, whoever killed it. */
  gone(): Promise<void>;
  /** What it has logged. */
  said(): string;
  /** Asks it to sign in person number `at`. */
  send(at: number): Promise<MailAccepted>;
  /** Asks it to tell that person that this was said, and to gather for so long. */
  gather(at: number, said: string, gatherSeconds: number): Promise<MailAccepted>;
}

/** A mailer with a data folder of its own, not started yet; `environment` says where its outbox is and whom it sends to. */
export async function mailerProcess(environment: Readonly<Record<string, string>>): Promise<MailerProcess> {
  const [port, key, data] = [await freePort(), platformRandom.bytes(32), folder()];
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    BOUGH_DATA: data,
    BOUGH_MAIL: 'smtp',
    BOUGH_TOKEN_KEYS: `mailer:k:${Buffer.from(key).toString('base64url')}`,
    ...environment,
  };
  let child: ChildProcess | null = null;
  let said = '';
  const gone = async (): Promise<void> => {
    const dying = child;
    if (dying === null || dying.exitCode !== null || dying.signalCode !== null) return;
    await new Promise((resolve) => {
      dying.once('exit', resolve);
    });
  };
  const kill = async (): Promise<void> => {
    child?.kill('SIGKILL');
    await gone();
  };
  atEnd(kill);
  return {
    start: async () => {
      const program = ['--input-type=module-typescript', '--eval', PROGRAM];
      const started = spawn(process.execPath, program, { cwd: APP, env, stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      await new Promise<void>((resolve, reject) => {
        started.once('exit', () => reject(new Error('mailer ended')));
        started.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (chunk.toString().includes('"started"')) resolve();
        });
      });
    },
    kill,
    gone,
    said: () => said,
    ...asker(`http://127.0.0.1:${port}`, key),
  };
}

function asker(url: string, key: Uint8Array): Pick<MailerProcess, 'send' | 'gather'> {
  const parts = { clock: platformClock, ids: platformIds };
  const minter = createTokenMinter(
    { ...parts, keys: [{ audience: 'mailer', issuer: 'gateway', kid: 'k', key }] },
    'gateway',
  );
  const metrics = createMetrics('gateway');
  const caller = createCaller({ clock: platformClock, minter, metrics }, { service: 'mailer', url });
  const open = openContext({ service: 'gateway', ...parts, log: silentLog }, { deadlineMs: 60_000 });
  atEnd(async () => {
    open.close();
    metrics.stop();
    await caller.stop?.();
  });
  const ask = (at: number, request: Omit<MailRequest, 'key'>): Promise<MailAccepted> =>
    caller.call(mailerRoutes.sendMail, { params: {}, body: { key: `key-${at}`, ...request } }, open.context);
  const addressOf = (at: number): string => `person${at}@example.org`;
  return {
    send: (at) =>
      ask(at, { mail: { kind: 'sign-in', to: addressOf(at), link: 'https://a.b/#c', expiresInMinutes: 10 } }),
    gather: (at, said, gatherSeconds) => {
      const comments = [{ from: 'Bo', text: said }];
      const facts = { kind: 'mention', where: 'comments', to: addressOf(at) } as const;
      const mail = { ...facts, link: 'https://a.b/m', title: 'Garden', comments } as const;
      return ask(at, { mail, gatherSeconds });
    },
  };
}

/** A mail as an SMTP server took it. */
export interface TakenMail {
  readonly id: string;
  readonly to: string;
  readonly raw: string;
}

/** An SMTP server on this port; `onTaken` runs when it has taken a mail for good and before its answer leaves. */
export async function smtpSink(
  port: number,
  onTaken: (mail: TakenMail) => Promise<void> = async () => undefined,
): Promise<readonly TakenMail[]> {
  const taken: TakenMail[] = [];
  const header = (raw: string, name: string): string =>
    new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? 'none';
  const smtp = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void text(stream)
        .then(async (raw) => {
          const mail = { id: header(raw, 'Message-ID'), to: header(raw, 'To'), raw };
          taken.push(mail);
          await onTaken(mail);
        })
        .then(() => done(null));
    },
  });
  // A client that was killed resets its connection.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    smtp.listen(port, '127.0.0.1', resolve);
  });
  atEnd(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
  return taken;
}
