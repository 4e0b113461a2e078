import type { Request } from 'express';

/** The body as text; empty when it is longer than any that means something here, however long. */
export async function shortBody(req: Request, longest: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    size += chunk.length;
    if (size > longest) return '';
  }
  return Buffer.concat(chunks).toString('latin1');
}
