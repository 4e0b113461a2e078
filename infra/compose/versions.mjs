// Every version of every object of a bucket, the newest of each first: what is there, what was overwritten, and marks where something was removed.

import { asRoot } from './as-root.mjs';

// Versitygw tells of a past version when it became past, not when it was written; but it names versions by ULIDs, which begin with that time.
const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const ENTRY = /<(Version|DeleteMarker)>(.*?)<\/\1>/gs;

/** Goes through the objects in order; each comes with all its versions. */
export async function* objectsOf(endpoint, bucket) {
  let [after, open] = [{}, []];
  for (;;) {
    const query = { versions: '', 'max-keys': '1000', ...after };
    const page = String(await asRoot(endpoint, 'GET', `/${bucket}`, { query }));
    open.push(...[...page.matchAll(ENTRY)].map(([, kind, text]) => entryOf(kind, text)));
    const isLast = word(page, 'IsTruncated') !== 'true';
    const last = open.at(-1)?.key;
    const whole = Map.groupBy(open, ({ key }) => key);
    // The versions of the last one may go on in the next page.
    if (!isLast) whole.delete(last);
    open = isLast ? [] : open.filter(({ key }) => key === last);
    for (const [key, versions] of whole) yield { key, versions: versions.toSorted(byAge) };
    if (isLast) return;
    after = {
      'key-marker': word(page, 'NextKeyMarker'),
      ...(page.includes('<NextVersionIdMarker>') ? { 'version-id-marker': word(page, 'NextVersionIdMarker') } : {}),
    };
  }
}

/** Where an object is asked for; the keys of Bough's objects need no escapes but these. */
export function pathOf(bucket, key) {
  return `/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

function entryOf(kind, text) {
  const id = word(text, 'VersionId');
  return {
    key: word(text, 'Key'),
    id,
    isLatest: word(text, 'IsLatest') === 'true',
    etag: word(text, 'ETag'),
    isMark: kind === 'DeleteMarker',
    at: writtenAt(id, word(text, 'LastModified')),
  };
}

function writtenAt(id, modified) {
  // Written before versions were kept.
  if (id === 'null') return 0;
  if (!ULID.test(id)) return Date.parse(modified);
  return [...id.slice(0, TIME_DIGITS)].reduce((time, digit) => 32 * time + DIGITS.indexOf(digit), 0);
}

function byAge(a, b) {
  return Number(b.isLatest) - Number(a.isLatest) || b.at - a.at;
}

function word(text, name) {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
}
