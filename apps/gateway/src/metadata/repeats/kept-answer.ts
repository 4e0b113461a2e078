import type { KeptAnswer } from './repeat-store.ts';

/** The answer that was kept as JSON; anything else is a damaged record. */
export function mustBeAnswer(json: string): KeptAnswer {
  const kept: unknown = JSON.parse(json);
  if (typeof kept !== 'object' || kept === null) throw new Error('a damaged record: no answer');
  const { status, headers, body } = { ...kept } as Partial<Record<keyof KeptAnswer, unknown>>;
  if (typeof status !== 'number' || typeof body !== 'string' || typeof headers !== 'object' || headers === null) {
    throw new Error('a damaged record: no answer');
  }
  return {
    status,
    body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  };
}
