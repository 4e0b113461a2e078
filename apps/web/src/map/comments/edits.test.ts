import { describe, expect, test } from 'vitest';
import { commentKey, editsOfGone, goneComments, isEditedOn, withEdit } from './edits.ts';
import type { Thread } from './thread-list.ts';

describe('[WEB-29] other words for a message', () => {
  test('stay until they are saved or left, also when all of them were taken out', () => {
    const begun = withEdit(withEdit(withEdit({}, 'm1', 'On'), 'm2', 'Other'), 'm1', 'One');
    expect(begun).toEqual({ m1: 'One', m2: 'Other' });
    expect(withEdit(begun, 'm1', '')).toEqual({ m1: '', m2: 'Other' });
    expect(withEdit(begun, 'm1', null)).toEqual({ m2: 'Other' });
  });

  test('are in sight without it, when somebody removed it; empty ones are not', () => {
    const edits = { m1: 'One', m2: 'Two', m3: ' ' };
    expect(editsOfGone(edits, ['m1'])).toEqual([['m2', 'Two']]);
    expect(editsOfGone(edits, ['m1', 'm2'])).toEqual([]);
  });
});

describe('[WEB-39] other words for a comment', () => {
  const thread = (id: string, item: string, ...comments: string[]) =>
    ({ id, item, comments: comments.map((one) => ({ id: one })) }) as unknown as Thread;
  const before = thread('t1', 'oak', 'c1', 'c2');
  const [, second] = before.comments;
  const edits = second === undefined ? {} : withEdit({}, commentKey(before, second.id), 'It is green');

  test('are found by its item', () => {
    expect(isEditedOn(edits, before.item)).toBe(true);
    expect(isEditedOn(edits, thread('t1', 'oa').item)).toBe(false);
    expect(isEditedOn({}, before.item)).toBe(false);
  });

  test('are in sight without it, with the thread in which they can be said again, and the item where that is gone, too', () => {
    expect(goneComments(edits, [before])).toEqual([]);
    const [gone] = goneComments(edits, [thread('t1', 'oak', 'c1')]);
    expect(gone).toMatchObject({ text: 'It is green', item: 'oak', thread: 't1' });
    expect(goneComments(edits, [])).toMatchObject([{ text: 'It is green', item: 'oak', thread: null }]);
    // A comment of another thread is another one, whatever its id.
    expect(goneComments(edits, [thread('t2', 'oak', 'c2')])).toMatchObject([{ thread: null }]);
  });
});
