import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '@bough/bloblog';
import { openFolderStore, openS3Store, type S3Settings } from '@bough/blobs';
import { makeBucket } from '@bough/blobs/testing';
import { findServer } from '@bough/house/servers';
import { platformClock, platformRandom } from '@bough/service';
import { newKeys } from './running.ts';

/** A place for documents, as docstore's settings name it and as it is reached without docstore. */
export interface Place {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly bare: BlobStore;
  /** Whether its objects are files, but for those that a journal holds. */
  readonly hasFiles: boolean;
  close(): Promise<void>;
}

/** A folder for documents that only docstore opens: when that ends, all of it is at rest. */
export interface OwnFolder extends Pick<Place, 'environment'> {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Makes one. */
export async function ownFolder(): Promise<OwnFolder> {
  const data = await mkdtemp(join(tmpdir(), 'bough-bench-'));
  return {
    folder: join(data, 'blobs', 'first'),
    environment: { BOUGH_DATA: data, BOUGH_BLOBS_KEYS: newKeys() },
    remove: () => rm(data, { recursive: true }),
  };
}

/** A folder of its own, reached beside docstore. */
export async function folderPlace(): Promise<Place> {
  const { folder, environment, remove } = await ownFolder();
  const bare = await openFolderStore({ clock: platformClock, random: platformRandom }, { folder });
  return {
    name: 'folder',
    environment,
    bare,
    hasFiles: true,
    close: async () => {
      bare.close();
      await remove();
    },
  };
}

/** versitygw, where it can be had; `addedMs` is added to each of its answers by toxiproxy. */
export async function versityPlace(addedMs: number): Promise<Place | null> {
  const [found, toxi] = [findServer('versitygw'), findServer('toxiproxy')];
  if (found.kind === 'missing' || (addedMs > 0 && toxi.kind === 'missing')) return null;
  const server = await found.start();
  const proxy = addedMs > 0 && toxi.kind === 'ready' ? await toxi.start() : null;
  const settings = await makeBucket(server, 'bough-bench');
  const endpoint = proxy === null ? server.endpoint : await slowWay(proxy.url, server.endpoint, addedMs);
  const s3: S3Settings = { ...settings, endpoint };
  const bare = await openS3Store(s3);
  return {
    name: addedMs > 0 ? `versitygw + ${addedMs} ms` : 'versitygw',
    environment: {
      BOUGH_BLOBS: 's3',
      BOUGH_BLOBS_KEYS: newKeys(),
      BOUGH_S3_ENDPOINT: endpoint,
      BOUGH_S3_REGION: s3.region,
      BOUGH_S3_BUCKET: s3.bucket,
      BOUGH_S3_ACCESS_KEY: s3.accessKey,
      BOUGH_S3_SECRET_KEY: s3.secretKey,
    },
    bare,
    hasFiles: false,
    close: async () => {
      bare.close();
      await proxy?.stop();
      await server.stop();
    },
  };
}

async function slowWay(admin: string, upstream: string, latency: number): Promise<string> {
  const make = { name: 's3', listen: '127.0.0.1:0', upstream: new URL(upstream).host };
  const made: unknown = await (await fetch(`${admin}/proxies`, { method: 'POST', body: JSON.stringify(make) })).json();
  const toxic = { type: 'latency', attributes: { latency, jitter: 0 } };
  await (await fetch(`${admin}/proxies/s3/toxics`, { method: 'POST', body: JSON.stringify(toxic) })).arrayBuffer();
  if (typeof made !== 'object' || made === null || !('listen' in made)) throw new Error('no proxy was made');
  return `http://${String(made.listen)}`;
}
