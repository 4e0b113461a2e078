import { childrenOf, decodeMap, encodeVisible, type MindMap } from '@bough/map';
import { draftOf } from '../shared/draft-of-map.ts';
import type { Draft } from '../shared/draft.ts';
import type { Reporter } from '../shared/report.ts';
import { need } from '../shared/unreadable.ts';

// Bough's own file: the map's stored form (packages/map/src/stored/encode.ts), whole and versioned, without what was removed from it.

/** The map that the file holds; older versions are brought up to the newest. */
export function readBough(source: string, reporter: Reporter): Draft {
  const map = decodeMap(source);
  need(map.ok, 'not-this-format', map.ok ? '' : `It is no map of Bough: ${map.error}.`);
  need(childrenOf(map.value, null).length > 0, 'empty', 'There is nothing in it.');
  for (const { comments } of map.value.threads.values()) {
    reporter.note(
      'lost',
      'Comments: they belong to people of the server that they were written on.',
      comments[0]?.text,
    );
  }
  for (const { text } of map.value.chat.values()) {
    reporter.note('lost', 'The chat: it belongs to people of the server that it was written on.', text);
  }
  return draftOf(map.value);
}

/** The map as Bough's own file. */
export function writeBough(map: MindMap): string {
  return `${encodeVisible(map)}\n`;
}
