import { tryJson, tryUtf8Decode } from '@bough/base';
import type { BlobStore } from '@bough/bloblog';
import { list, pair, type Parser, text } from '@bough/contracts';
import { tryOpenWithPassphrase } from '@bough/service';
import { keysBelow } from './keys-below.ts';
import { SECRETS } from './layout.ts';
import { beganAt } from './manifest.ts';

const WORDS = { min: 0, max: 1_000_000 } as const;
const boxes = list(text(WORDS), 10);
const entries: Parser<readonly (readonly [string, string])[]> = list(pair(text(WORDS), text(WORDS)), 1_000);

/** The keys of all secrets that backups have, oldest first; what else somebody put there is none. */
export async function keysOfSecrets(raw: BlobStore): Promise<readonly string[]> {
  return (await keysBelow(raw, SECRETS)).filter((key) => beganAt(key.slice(SECRETS.length)) !== null);
}

/**
 * The secrets of a backup, by the names of their settings; `id` null: of the newest that has any. Throws with one sentence when there are
 * none, or when the passphrase is another one.
 */
export async function readSecrets(
  raw: BlobStore,
  passphrase: string,
  id: string | null,
): Promise<ReadonlyMap<string, string>> {
  const key = id === null ? (await keysOfSecrets(raw)).at(-1) : SECRETS + id;
  const blob = key === undefined ? null : await raw.get(key);
  if (blob === null) throw new Error('This backup was made without secrets: BOUGH_BACKUP_KEYS opens it.');
  const found = new Map<string, string>();
  const sealed = boxes(tryJson(tryUtf8Decode(blob.bytes)));
  for (const box of sealed.ok ? sealed.value : []) {
    const plain = tryOpenWithPassphrase(passphrase, box);
    if (plain === null) throw new Error('The passphrase does not open the secrets of this backup.');
    const read = entries(tryJson(plain));
    for (const [name, value] of read.ok ? read.value : []) found.set(name, value);
  }
  return found;
}
