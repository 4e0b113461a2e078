// Asks one S3 location as its root, whose credentials never leave the containers of that location: signed as Amazon's Signature Version 4 says.

import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const folder = process.env.SECRETS ?? '/secrets';
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();

/** A secret of this location. */
export function secret(name) {
  return readFileSync(`${folder}/${name}`, 'utf8').trim();
}

/** Asks for a bucket or an object of it and answers the bytes of the answer; throws when it is not a good one. */
export async function asRoot(endpoint, method, path, { query = {}, body = '' } = {}) {
  const url = new URL(path, endpoint);
  const words = Object.entries(query).map((each) => each.map(encodeURIComponent).join('='));
  const asked = words.toSorted().join('&');
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const signed = { host: url.host, 'x-amz-content-sha256': sha256(body), 'x-amz-date': time };
  const names = Object.keys(signed).join(';');
  const headers = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const request = [method, url.pathname, asked, headers.join(''), names, sha256(body)].join('\n');
  const key = scope.split('/').reduce(hmac, `AWS4${secret('root-secret-key')}`);
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n')).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${secret('root-access-key')}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  const { host, ...sent } = signed;
  const hasBody = method === 'PUT' || method === 'POST';
  const answer = await fetch(`${url}?${asked}`, {
    method,
    headers: { ...sent, authorization },
    ...(hasBody ? { body } : {}),
  });
  const said = Buffer.from(await answer.arrayBuffer());
  if (answer.ok) return said;
  throw new Error(`${method} ${url.pathname} at ${host} was answered ${answer.status}: ${said}`);
}
