import { describe, expect, test } from 'vitest';
import type { Message } from '../comments/thread-list.ts';
import { rowsToShow, topsOf, withMeasured } from '../outline/row-window.ts';
import { daysAgo, rowsOf, timeOf } from './chat-rows.ts';

const NOON = new Date(2026, 4, 3, 12).getTime();
const MINUTE = 60_000;

function message(id: string, author: string, minutes: number): Message {
  return { id, author, at: NOON + minutes * MINUTE, text: id } as unknown as Message;
}

const marks = (chat: readonly Message[], firstNew: string | null = null): readonly string[] =>
  rowsOf(chat, firstNew as Message['id'] | null).map(({ isDayFirst, isNewFirst, hasHead, message: { id } }) => {
    return [id, ...(isDayFirst ? ['day'] : []), ...(isNewFirst ? ['new'] : []), ...(hasHead ? ['head'] : [])].join(' ');
  });

describe('[WEB-29] the rows of the chat', () => {
  test('say who speaks where somebody else does, or after a pause; and when a day begins', () => {
    const chat = [
      message('a', 'ann', 0),
      message('b', 'ann', 4),
      message('c', 'ben', 5),
      message('d', 'ben', 10),
      message('e', 'ben', 13 * 60),
    ];
    expect(marks(chat)).toEqual(['a day head', 'b', 'c head', 'd head', 'e day head']);
    expect(marks(chat, 'b')).toEqual(['a day head', 'b new head', 'c head', 'd head', 'e day head']);
  });

  test('days are those of this device, also over a change of its clock', () => {
    expect(daysAgo(NOON, NOON + 11 * 60 * MINUTE)).toBe(0);
    expect(daysAgo(NOON, NOON + 12 * 60 * MINUTE)).toBe(1);
    expect(daysAgo(new Date(2026, 2, 28, 23).getTime(), new Date(2026, 2, 30, 1).getTime())).toBe(2);
    expect(timeOf(new Date(2026, 4, 3, 9, 5).getTime())).toBe('9:05');
  });

  test('of 5,000 messages those in sight are in the page, and a screen on either side', () => {
    const chat = Array.from({ length: 5_000 }, (_, n) => message(`m${n}`, n % 3 === 0 ? 'ann' : 'ben', n));
    const rows = rowsOf(chat, null);
    const tops = topsOf(rows.length, () => 44);
    const seen = rowsToShow(tops, (tops.at(-1) ?? 0) - 800, 800, []);
    expect([seen.length < 60, seen.at(-1), (seen[0] ?? 0) > 4_940]).toEqual([true, 4_999, true]);
    // Those that are edited stay there wherever one looks, each once and in their order.
    const edited = rowsToShow(tops, 100_000, 800, [4_000, -1, 3, 2_280, 3, 5_000]);
    expect([edited[0], edited.at(-1), edited.filter((at) => at === 2_280)]).toEqual([3, 4_000, [2_280]]);
    expect(edited).toEqual([...new Set(edited)].sort((a, b) => a - b));
  });

  test('are as high as they were measured, until their words wrap elsewhere', () => {
    const known = new Map([
      ['a', 44],
      ['b', 64.4],
    ]);
    expect(withMeasured(known, new Map([['b', 64.44]]), false)).toBe(known);
    expect([...withMeasured(known, new Map([['b', 96]]), false)]).toEqual([
      ['a', 44],
      ['b', 96],
    ]);
    expect(withMeasured(known, new Map([['c', 20]]), false).get('c')).toBe(20);
    expect([...withMeasured(known, new Map([['b', 96]]), true)]).toEqual([['b', 96]]);
  });
});
