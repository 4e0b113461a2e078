import { type CommandId, COMMANDS, writeKeys } from '@bough/editor';
import { isApple } from './device.ts';

/** The keys of a command as people of this platform write them, '' when it has none. */
export function keysOf(id: CommandId): string {
  const keys = COMMANDS.find((command) => command.id === id)?.keys[0]?.keys;
  return keys === undefined ? '' : writeKeys(keys, isApple);
}
