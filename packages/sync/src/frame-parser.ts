import { err, type Result } from '@bough/base';
import type { ClientFrame } from './frames.ts';

/**
 * The frame that a client sent, or one sentence that says what is wrong with it. Total: hostile text is refused before it
 * costs anything (PROTOCOL_LIMITS), an unknown field is a refusal.
 */
export function parseClientFrame(_text: string): Result<ClientFrame, string> {
  return err('not yet');
}
