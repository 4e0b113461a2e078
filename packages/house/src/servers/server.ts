/**
 * A real server that tests talk to. `find` looks (environment, cache, PATH) and touches no network; `install` brings what is
 * missing into the cache under the home folder, never into the project; `start` runs it on a free loopback port with its data in
 * a temporary folder. The gate installs before the tests run; tests only find and start.
 */

/** What a started server offers, by the server's name. */
export interface RunningByName {
  readonly versitygw: S3Running;
  readonly minio: S3Running;
  readonly s3rver: S3Running;
  readonly mongodb: MongoRunning;
  readonly redis: UrlRunning;
  readonly 'redis-program': ProgramRunning;
  readonly toxiproxy: UrlRunning;
  readonly smtp: SmtpRunning;
  readonly chromium: ProgramRunning;
  readonly firefox: ProgramRunning;
  readonly webkit: ProgramRunning;
  readonly 'at-spi': ProgramRunning;
  readonly k6: ProgramRunning;
  readonly compose: ProgramRunning;
  readonly hadolint: ProgramRunning;
  readonly kubernetes: ProgramRunning;
  readonly schemathesis: ProgramRunning;
  readonly cyclonedx: ProgramRunning;
  readonly caddy: ProgramRunning;
  readonly kustomize: ProgramRunning;
  readonly nginx: ProgramRunning;
  readonly promtool: ProgramRunning;
  readonly prometheus: ProgramRunning;
  readonly freeplane: ProgramRunning;
  readonly libreoffice: ProgramRunning;
  readonly verapdf: ProgramRunning;
  readonly poppler: ProgramRunning;
  readonly mupdf: ProgramRunning;
  readonly pdfium: ProgramRunning;
  readonly strace: ProgramRunning;
  readonly 'strace-attach': ProgramRunning;
}

/** The servers there are. */
export type ServerName = keyof RunningByName;

/** A server that runs until `stop`, which also removes its data; it dies with the process that started it. */
export interface Running {
  readonly stop: () => Promise<void>;
}

/** An S3-compatible store without buckets; path-style addressing. */
export interface S3Running extends Running {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Where it has its data, its processes' own folder; null where somebody else runs it. */
  readonly folder: string | null;
}

/** A MongoDB and the name of a database that nobody else uses. */
export interface MongoRunning extends Running {
  readonly url: string;
  readonly database: string;
  /** True where another program answers the protocol in the place of the real mongod. */
  readonly standIn: boolean;
}

/** A server with one address. */
export interface UrlRunning extends Running {
  readonly url: string;
}

/** A program that tests start themselves. */
export interface ProgramRunning extends Running {
  readonly executable: string;
}

/** One mail as its reader sees it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A server that takes every mail. */
export interface SmtpRunning extends Running {
  readonly url: string;
  /** The mails to this address so far, oldest first. */
  readonly mailsTo: (address: string) => Promise<readonly ReceivedMail[]>;
}

/** A server that can be started, or why not and what a person can do about it. */
export type Found<R extends Running> =
  | { readonly kind: 'ready'; readonly from: string; readonly start: () => Promise<R> }
  | { readonly kind: 'missing'; readonly why: string; readonly howTo: string };

/** One server of the table. */
export interface Server<R extends Running> {
  readonly name: ServerName;
  /** Looks for it; fast and without a network. */
  readonly find: () => Found<R>;
  /** Brings it, or answers the reason why that is not possible here. Null when it is there now. */
  readonly install: (say: (line: string) => void) => Promise<string | null>;
}
