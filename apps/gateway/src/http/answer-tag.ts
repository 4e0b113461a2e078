import { createHash } from 'node:crypto';

/** The ETag of an answer that travels as JSON: another one as soon as anything of it is another. */
export function tagOf(answer: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22)}"`;
}
