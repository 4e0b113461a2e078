import { bindingsOf, type CommandId, writeKeys } from '@bough/editor';
import { isApple } from './device.ts';
import { presetNow } from './key-preset.ts';

/** The keys of a command as people of this platform write them, '' when it has none. */
export function keysOf(id: CommandId): string {
  const keys = bindingsOf(id, presetNow())[0]?.keys;
  return keys === undefined ? '' : writeKeys(keys, isApple);
}
