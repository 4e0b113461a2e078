import { expect, test } from 'vitest';
import { Together } from './together.ts';

/** What was asked, each time to be answered by hand: every question with itself, and with how many were asked before. */
function asking(hangsMs?: number) {
  const asked: { readonly questions: readonly number[]; readonly done: PromiseWithResolvers<void> }[] = [];
  const together = new Together<number, string>(async (questions) => {
    const number = asked.length;
    const done = Promise.withResolvers<void>();
    asked.push({ questions, done });
    await done.promise;
    return (question) => `${question} in ${number}`;
  }, hangsMs);
  return { asked, together };
}

test('[GW-582] a question that is alone is asked at once, and so is one more', () => {
  const { asked, together } = asking();
  for (let n = 0; n < 2; n++) void together.of(n);
  expect(asked.map(({ questions }) => questions)).toEqual([[0], [1]]);
});

test('[GW-582] those that would wait go together, a hundred at most, and none is answered by what was asked before it came', async () => {
  const { asked, together } = asking();
  const answers = Array.from({ length: 108 }, async (_, n) => await together.of(n % 106));
  expect(asked).toHaveLength(2);
  asked[1]?.done.resolve();
  expect(await answers[1]).toBe('1 in 1');
  expect(asked[2]?.questions).toEqual(Array.from({ length: 100 }, (_, n) => n + 2));
  const again = together.of(2);
  asked[0]?.done.resolve();
  await answers[0];
  expect(asked[3]?.questions).toEqual([102, 103, 104, 105, 0, 1, 2]);
  asked[2]?.done.resolve();
  asked[3]?.done.resolve();
  expect(await again).toBe('2 in 3');
  expect(await Promise.all([answers[2], answers[101], answers[106]])).toEqual(['2 in 2', '101 in 2', '0 in 3']);
});

test('[GW-582] where asking fails each of those that went together is told, and the next are asked', async () => {
  const { asked, together } = asking();
  const answers = Array.from({ length: 4 }, async (_, n) => await together.of(n));
  asked[0]?.done.reject(new Error('gone'));
  await expect(answers[0]).rejects.toThrow('gone');
  asked[2]?.done.reject(new Error('still gone'));
  for (const answer of answers.slice(2)) await expect(answer).rejects.toThrow('still gone');
  void together.of(7);
  expect(asked.map(({ questions }) => questions)).toEqual([[0], [1], [2, 3], [7]]);
});

test('[GW-582] what hangs holds up nobody who comes after it', async () => {
  const { asked, together } = asking(20);
  const answers = Array.from({ length: 5 }, async (_, n) => await together.of(n));
  await expect.poll(() => asked.map(({ questions }) => questions)).toEqual([[0], [1], [2, 3, 4]]);
  asked[2]?.done.resolve();
  expect(await answers[3]).toBe('3 in 2');
  for (const one of asked) one.done.resolve();
  expect(await answers[0]).toBe('0 in 0');
  for (let n = 5; n < 8; n++) void together.of(n);
  expect(asked.slice(3).map(({ questions }) => questions)).toEqual([[5], [6]]);
});
