import { must } from '@bough/base';
import type { Op } from '../changes/change.ts';
import type { MindMap } from '../model/model.ts';
import { add, ANN, BEN, commentId, edit, itemId, linkId, threadId } from './scene.ts';
import { applyOps, emptyMap } from '../apply/apply.ts';
import { FORMAT_VERSION } from '../stored/upgrade.ts';
import { ITEM_FIELDS, ITEM_TRIALS, SETTINGS_FIELDS, SETTINGS_TRIALS } from '../model/fields.ts';

/**
 * A small map with everything in it that a map can hold. What is frozen under fixtures/ is this map, in each version:
 * what a version could not hold yet is missing from it.
 */
export function everythingMap(version = FORMAT_VERSION): MindMap {
  const map = emptyMap();
  edit(map, add('root', null, 'a0', { text: 'Everything 🌳\n**bold**' }), add('second', null, 'a1'));
  edit(
    map,
    add('full', 'root', 'a0V', samplesOf(ITEM_FIELDS, ITEM_TRIALS, version)),
    add('plain', 'root', 'a0Vj3'),
    add('below', 'full'),
    add('gone', 'second'),
    add('goner', 'gone'),
  );
  const points = [{ x: 3, y: 4 }];
  const ends = { from: itemId('full'), to: itemId('second') };
  edit(map, {
    kind: 'link',
    link: { id: linkId('one'), ...ends, label: 'because', colour: '5', arrow: 'both', points },
  });
  const toGone = { from: itemId('goner'), to: itemId('root') };
  edit(map, {
    kind: 'link',
    link: { id: linkId('two'), ...toGone, label: '', colour: null, arrow: 'none', points: [] },
  });
  const talk = (author: typeof ANN, at: number, thread: string, item: string, id: string): void => {
    const op = {
      kind: 'comment',
      thread: threadId(thread),
      item: itemId(item),
      id: commentId(id),
      text: `about ${item}`,
    } as const;
    applyOps(map, { author, at, ops: [op] });
  };
  talk(ANN, 1_700_000_000_000, 'talk', 'full', 'one');
  talk(BEN, 1_700_000_060_000, 'talk', 'full', 'two');
  talk(BEN, 1_700_000_120_000, 'more', 'gone', 'one');
  talk(BEN, 1_700_000_180_000, 'last', 'root', 'one');
  if (version >= 3) chat(map);
  edit(map, { kind: 'resolve', thread: threadId('talk'), isResolved: true });
  edit(map, { kind: 'settings', fields: samplesOf(SETTINGS_FIELDS, SETTINGS_TRIALS, version) });
  const last = { kind: 'edit-comment', thread: threadId('last'), id: commentId('one'), text: null } as const;
  applyOps(map, { author: BEN, at: 1, ops: [last] });
  edit(map, { kind: 'remove', id: itemId('gone') });
  edit(map, { kind: 'remove', id: itemId('below') });
  edit(map, { kind: 'set', id: itemId('below'), fields: { text: 'came back' } });
  return map;
}

/** Since version 3: the chat, with something removed, and signs on what people wrote. */
function chat(map: MindMap): void {
  const by = (author: typeof ANN, at: number, ...ops: readonly Op[]): void => {
    must(applyOps(map, { author, at, ops }));
  };
  by(ANN, 1_700_000_200_000, { kind: 'message', id: commentId('hello'), text: 'Hello **all**' });
  by(BEN, 1_700_000_210_000, { kind: 'message', id: commentId('oops'), text: 'Oops' });
  by(BEN, 1_700_000_220_000, { kind: 'edit-message', id: commentId('oops'), text: null });
  by(BEN, 1, { kind: 'react', thread: null, id: commentId('hello'), sign: '❤️', isOn: true });
  const onTwo = { kind: 'react', thread: threadId('talk'), id: commentId('two'), isOn: true } as const;
  by(BEN, 1, { ...onTwo, sign: '👍' });
  by(ANN, 1, { ...onTwo, sign: '👍' }, { ...onTwo, sign: '👀' });
}

type Rows = Readonly<Record<string, { readonly since?: number }>>;
type Trials = Readonly<Record<string, { readonly sample: unknown }>>;

function samplesOf(rows: Rows, trials: Trials, version: number): object {
  const held = Object.entries(trials).filter(([name]) => (rows[name]?.since ?? 1) <= version);
  return Object.fromEntries(held.map(([name, { sample }]) => [name, sample]));
}
