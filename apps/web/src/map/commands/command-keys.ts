import { bindingsOf, type CommandId, writeKeys } from '@bough/editor';
import { isApple } from './device.ts';
import { words } from '../../words/index.ts';
import { presetNow } from './key-preset.ts';

/** The keys of a command as people of this platform write them, '' when it has none. */
export function keysOf(id: CommandId): string {
  const keys = bindingsOf(id, presetNow())[0]?.keys;
  return keys === undefined ? '' : keysHere(keys);
}

/** A key with its modifiers as this machine's keyboard has them: `Ctrl+Del`, `Strg+Entf`, `⌘⌫`. */
export function keysHere(keys: string): string {
  const written = writeKeys(keys, isApple);
  return isApple ? written : written.replaceAll(/[A-Z][A-Za-z]+/g, (name) => words.map.keyNames[name] ?? name);
}
