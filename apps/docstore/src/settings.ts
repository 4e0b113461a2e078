import { DEFAULT_SETTINGS } from '@bough/bloblog';
import { commonSettings, defineSettings, type Settings } from '@bough/service';
import type { DocumentsSettings } from './documents/documents.ts';

const ATTEMPTS = 8;
const MEBIBYTE = 1024 * 1024;

const s3 = (which: string) =>
  ({
    ENDPOINT: { type: 'url', default: null, does: `The S3 endpoint of the ${which} location.` },
    REGION: { type: 'text', default: 'us-east-1', does: `The S3 region of the ${which} location.` },
    BUCKET: { type: 'text', default: null, does: `The bucket of the ${which} location.` },
    ACCESS_KEY: { type: 'text', default: null, secret: true, does: `The access key of the ${which} location.` },
    SECRET_KEY: { type: 'text', default: null, secret: true, does: `The secret key of the ${which} location.` },
  }) as const;
const FIRST = s3('first');
const SECOND = s3('second');

/** Settings of apps/docstore. */
export const docstoreSettings = defineSettings({
  ...commonSettings('8081'),
  BOUGH_BLOBS: { type: ['folder', 's3'], default: 'folder', does: 'Where documents are kept.' },
  BOUGH_BLOBS_FOLDER: { type: 'folder', default: '<data>/blobs/first', does: 'The folder of the first location.' },
  BOUGH_BLOBS_KEYS: {
    type: 'keys',
    secret: true,
    does: 'Keys that encrypt the first location: `kid:base64url` entries of 32 bytes, newest first.',
  },
  BOUGH_S3_ENDPOINT: FIRST.ENDPOINT,
  BOUGH_S3_REGION: FIRST.REGION,
  BOUGH_S3_BUCKET: FIRST.BUCKET,
  BOUGH_S3_ACCESS_KEY: FIRST.ACCESS_KEY,
  BOUGH_S3_SECRET_KEY: FIRST.SECRET_KEY,
  BOUGH_SECOND: {
    type: ['none', 'folder', 's3'],
    default: 'none',
    does: 'The kind of the second location, which holds a copy of every document.',
  },
  BOUGH_WRITE_SPACING_MS: {
    type: 'count',
    default: '0',
    does: 'The shortest time between two writes of one document, for stores that limit writes to one key (some allow about one a second). Changes in between are written together.',
  },
  BOUGH_SECOND_MODE: {
    type: ['async', 'sync'],
    default: 'async',
    does: '`sync` acknowledges a change only after the second location has it; `async` copies it afterwards.',
  },
  BOUGH_SECOND_BEHIND_S: {
    type: 'count',
    default: '300',
    does: 'How many seconds the second location may lag before Bough logs it.',
  },
  BOUGH_SECOND_BLOBS_FOLDER: {
    type: 'folder',
    default: '<data>/blobs/second',
    does: 'The folder of the second location.',
  },
  BOUGH_SECOND_BLOBS_KEYS: {
    type: 'keys',
    default: null,
    secret: true,
    does: 'Keys that encrypt the second location.',
  },
  BOUGH_SECOND_S3_ENDPOINT: SECOND.ENDPOINT,
  BOUGH_SECOND_S3_REGION: SECOND.REGION,
  BOUGH_SECOND_S3_BUCKET: SECOND.BUCKET,
  BOUGH_SECOND_S3_ACCESS_KEY: SECOND.ACCESS_KEY,
  BOUGH_SECOND_S3_SECRET_KEY: SECOND.SECRET_KEY,
  BOUGH_OPEN_MB: {
    type: 'count',
    default: '128',
    does: 'About how many megabytes of memory open maps may use. Above that, idle maps are closed.',
  },
  BOUGH_RESERVE_MB: {
    type: 'count',
    default: '64',
    does: 'How many megabytes stay free on the disk of BOUGH_BLOBS_FOLDER. Below that, documents are read-only until space is freed. 0: only when the disk is full.',
  },
  BOUGH_MIGRATE_FROM: {
    type: 'url',
    default: null,
    secret: true,
    does: 'The MongoDB database with documents as change rows from an older program, which move here (docs/migration.md). Docstore moves a document when it is first opened, and the command `move-rows` moves the rest.',
  },
  BOUGH_TRASH_DAYS: {
    type: 'count',
    default: '30',
    does: 'How many days a map stays in the trash before it is deleted forever.',
  },
  BOUGH_UPKEEP: {
    type: 'flag',
    default: 'true',
    does: 'Whether this docstore runs upkeep: it empties the trash, removes unused objects, compares the two locations and reads every object to check it. One docstore does each task at a time.',
  },
});

/** How documents are kept, from docstore's settings. */
export function documentsSettings(
  settings: Pick<Settings<typeof docstoreSettings>, 'BOUGH_OPEN_MB' | 'BOUGH_WRITE_SPACING_MS'>,
): DocumentsSettings {
  return {
    log: { ...DEFAULT_SETTINGS, spacingMs: settings.BOUGH_WRITE_SPACING_MS },
    memoryBytes: settings.BOUGH_OPEN_MB * MEBIBYTE,
    attempts: ATTEMPTS,
  };
}
