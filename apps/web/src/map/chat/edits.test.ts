import { describe, expect, test } from 'vitest';
import { editsOfGone, withEdit } from './edits.ts';

describe('[WEB-29] other words for a message', () => {
  test('stay until they are saved or left, also when all of them were taken out', () => {
    const begun = withEdit(withEdit(withEdit({}, 'm1', 'On'), 'm2', 'Other'), 'm1', 'One');
    expect(begun).toEqual({ m1: 'One', m2: 'Other' });
    expect(withEdit(begun, 'm1', '')).toEqual({ m1: '', m2: 'Other' });
    expect(withEdit(begun, 'm1', null)).toEqual({ m2: 'Other' });
  });

  test('are in sight without it, when somebody removed it; empty ones are not', () => {
    const edits = { m1: 'One', m2: 'Two', m3: ' ' };
    expect(editsOfGone(edits, [{ id: 'm1' }])).toEqual([['m2', 'Two']]);
    expect(editsOfGone(edits, [{ id: 'm1' }, { id: 'm2' }])).toEqual([]);
  });
});
