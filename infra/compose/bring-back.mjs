// Makes a location again what it was at a moment, from the versions that it keeps: for the day on which somebody had docstore's credentials.
// What came later stays as a version. It says what it would do; with `yes` it does it. Stop docstore before.
//
//   node bring-back.mjs http://blobs-second:7070 bough-second 2031-05-01T12:00:00Z [yes]

import { asRoot } from './as-root.mjs';
import { objectsOf, pathOf } from './versions.mjs';

const [endpoint, bucket, moment, yes] = process.argv.slice(2);
const at = Date.parse(moment);
if (Number.isNaN(at)) throw new Error(`${JSON.stringify(moment)} is no moment as 2031-05-01T12:00:00Z is.`);

/** What happens to an object, so that it is what it was: null, nothing. */
function changeOf({ key, versions }) {
  const [now] = versions;
  const then = versions.find((each) => each.at <= at);
  const wasThere = then !== undefined && !then.isMark;
  if (wasThere) return !now.isMark && then.etag === now.etag ? null : { key, from: then.id };
  return now.isMark ? null : { key, from: null };
}

const changes = [];
for await (const object of objectsOf(endpoint, bucket)) {
  const change = changeOf(object);
  if (change !== null) changes.push(change);
}
const back = changes.filter(({ from }) => from !== null);
console.log(
  `${back.length} objects of ${bucket} are brought back as they were, ${changes.length - back.length} that came later are removed.`,
);
if (yes === 'yes') {
  for (const { key, from } of changes) {
    const path = pathOf(bucket, key);
    if (from === null) {
      await asRoot(endpoint, 'DELETE', path);
      continue;
    }
    const body = await asRoot(endpoint, 'GET', path, { query: { versionId: from } });
    await asRoot(endpoint, 'PUT', path, { body });
  }
  console.log('Done. Start docstore, then: npm run bough -- reconcile, and verify.');
} else if (changes.length > 0) console.log('Nothing has been done yet: with yes it is.');
