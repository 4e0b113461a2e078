import { defineSettings, HTTP } from './settings.ts';

// Each app has its table of settings in its src/settings.ts. These are in more than one of them.

const COMMON = defineSettings({
  BOUGH_HOST: { type: 'text', default: '127.0.0.1', does: 'The address that the service listens on.' },
  BOUGH_LOG_LEVEL: {
    type: ['debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    does: 'The lowest level of messages that are logged.',
  },
  BOUGH_DATA: {
    type: 'folder',
    default: './data',
    does: 'The folder for everything that Bough keeps on this machine.',
  },
  BOUGH_TOKEN_KEYS: {
    type: 'audience keys',
    secret: true,
    does: 'Keys of the tokens that services send each other: `audience:issuer:kid:base64url` entries of 32 bytes, newest first. Only the two services named know a key; without `issuer:` the gateway signs.',
  },
  BOUGH_TRACES_URL: {
    type: 'url',
    schemes: HTTP,
    isOrigin: true,
    default: null,
    does: 'An OpenTelemetry collector that takes OTLP over HTTP, as in http://127.0.0.1:4318; absent: no traces. A trace has names of routes, times, statuses and request ids, and no words of people.',
  },
  BOUGH_TRACES_PERCENT: {
    type: 'count',
    default: '100',
    does: 'How many of a hundred requests are traced.',
  },
  BOUGH_STOP_WITH_STDIN: {
    type: 'flag',
    default: 'false',
    does: 'Ends the service when its standard input closes, so that it never outlives the process that started it.',
  },
});

/** What every service reads; `port` is where it listens unless it is told otherwise. */
export function commonSettings(port: string) {
  return defineSettings({
    ...COMMON,
    PORT: { type: 'port', default: port, does: 'The port that the service listens on; 0 picks a free one.' },
  });
}

/** What several services read. */
export const sharedSettings = defineSettings({
  BOUGH_PUBLIC_URL: {
    type: 'url',
    schemes: HTTP,
    isOrigin: true,
    default: 'http://localhost:8080',
    does: 'The address that people open. Cookies, allowed origins and links in emails follow it.',
  },
  BOUGH_METADATA: {
    type: ['sqlite', 'mongodb'],
    default: 'sqlite',
    does: 'Where people, shares and lists of maps are kept.',
  },
  BOUGH_MONGODB_URL: { type: 'url', default: null, secret: true, does: 'The MongoDB server and database.' },
  BOUGH_DOCSTORE_URL: {
    type: 'urls',
    default: 'http://127.0.0.1:8081',
    does: 'The address of docstore, or of all its instances, separated by commas and the same for every service. Where they come and go: `srv+http://NAME` for the SRV records of a name, `dns+http://NAME:PORT` for all its addresses.',
  },
  BOUGH_MAILER_URL: { type: 'url', schemes: HTTP, default: 'http://127.0.0.1:8082', does: 'The address of mailer.' },
});
