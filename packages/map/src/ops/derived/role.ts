import { isRecord } from '@bough/base';
import { kindNamed } from '../table.ts';

/** Whether the op is on comments alone: who may not read them is not told of it. What is no op is on nothing. */
export function isAboutComments(op: unknown): boolean {
  return isRecord(op) && kindNamed(op['kind'])?.role === 'comment';
}
