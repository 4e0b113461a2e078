// Removes for good, each day, what was overwritten or removed in a location more than so many days ago. Until then it can be brought back.
//
//   node forget-versions.mjs http://blobs-second:7070 bough-second 30 [once]

import { writeFileSync } from 'node:fs';
import { asRoot } from './as-root.mjs';
import { objectsOf, pathOf } from './versions.mjs';

const DAY_MS = 86_400_000;
const [endpoint, bucket, days, once] = process.argv.slice(2);

async function forget() {
  const until = Date.now() - Number(days) * DAY_MS;
  let gone = 0;
  for await (const { key, versions } of objectsOf(endpoint, bucket)) {
    // A version is past since the next one came.
    const past = versions.filter((_, i) => i > 0 && versions[i - 1].at <= until);
    const [newest] = versions;
    // A mark alone says nothing that its absence does not.
    const isAlone = newest.isMark && newest.at <= until && past.length === versions.length - 1;
    // The oldest first: whoever is interrupted leaves no gap.
    for (const { id } of [...past.toReversed(), ...(isAlone ? [newest] : [])]) {
      await asRoot(endpoint, 'DELETE', pathOf(bucket, key), { query: { versionId: id } });
      gone++;
    }
  }
  // For the health check of the container.
  if (once !== 'once') writeFileSync('/tmp/forgotten', '');
  console.log(`${gone} versions in ${bucket} that were past for more than ${days} days are gone for good.`);
}

if (!(Number(days) >= 0) || days === '') throw new Error(`${JSON.stringify(days)} is no number of days.`);
for (;;) {
  try {
    await forget();
  } catch (error) {
    console.error(`What is past in ${bucket} could not be removed: ${[error.message, error.cause?.message].join(' ')}`);
    process.exitCode = 1;
  }
  if (once === 'once') break;
  await new Promise((resolve) => setTimeout(resolve, DAY_MS));
}
