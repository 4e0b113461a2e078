// Says what docstore's user may do in one location: read, write, remove and list in its bucket, and nothing else. With `keep-versions` what it
// overwrites or removes stays there as an older version, which it can neither see nor remove: whoever has taken docstore over cannot
// destroy what the second location has. forget-versions.mjs lets them go in time, bring-back.mjs brings them back.
//
//   node allow-docstore.mjs http://blobs-second:7070 bough-second [keep-versions]

import { asRoot, secret } from './as-root.mjs';

const [endpoint, bucket, keeps] = process.argv.slice(2);
const Principal = { AWS: [secret('access-key')] };
const objects = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'];
const policy = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal, Action: objects, Resource: [`arn:aws:s3:::${bucket}/*`] },
    { Effect: 'Allow', Principal, Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${bucket}`] },
  ],
});
const versioning = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';

try {
  if (keeps === 'keep-versions')
    await asRoot(endpoint, 'PUT', `/${bucket}`, { query: { versioning: '' }, body: versioning });
  await asRoot(endpoint, 'PUT', `/${bucket}`, { query: { policy: '' }, body: policy });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
console.log(`Docstore may ${objects.map((each) => each.slice(3)).join(', ')} and list in ${bucket}.`);
if (keeps === 'keep-versions') console.log('What it overwrites or removes there is kept as an older version.');
