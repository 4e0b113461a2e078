import { expect, test } from 'vitest';
import { Together } from './together.ts';

/** Questions as they were asked, each to be answered by hand: with whether it was asked before that, and the question. */
function asking() {
  const asked: { readonly questions: readonly number[]; readonly done: PromiseWithResolvers<void> }[] = [];
  const together = new Together<number, string>(async (questions) => {
    const number = asked.length;
    const done = Promise.withResolvers<void>();
    asked.push({ questions, done });
    await done.promise;
    return (question) => `${question} in ${number}`;
  });
  return { asked, together };
}

test('[GW-582] a question that is alone is asked at once, and so are a few more', () => {
  const { asked, together } = asking();
  for (let n = 0; n < 4; n++) void together.of(n);
  expect(asked.map(({ questions }) => questions)).toEqual([[0], [1], [2], [3]]);
});

test('[GW-582] those that would wait go together, fifty at most, and none is answered by what was asked before it came', async () => {
  const { asked, together } = asking();
  const answers = Array.from({ length: 60 }, async (_, n) => await together.of(n % 58));
  expect(asked).toHaveLength(4);
  asked[2]?.done.resolve();
  expect(await answers[2]).toBe('2 in 2');
  expect(asked[4]?.questions).toEqual(Array.from({ length: 50 }, (_, n) => n + 4));
  const again = together.of(4);
  asked[0]?.done.resolve();
  await answers[0];
  expect(asked[5]?.questions).toEqual([54, 55, 56, 57, 0, 1, 4]);
  asked[4]?.done.resolve();
  asked[5]?.done.resolve();
  expect(await again).toBe('4 in 5');
  expect(await Promise.all([answers[4], answers[53], answers[58]])).toEqual(['4 in 4', '53 in 4', '0 in 5']);
});

test('[GW-582] where asking fails each of those that went together is told, and the next are asked', async () => {
  const { asked, together } = asking();
  const answers = Array.from({ length: 6 }, async (_, n) => await together.of(n));
  asked[0]?.done.reject(new Error('gone'));
  await expect(answers[0]).rejects.toThrow('gone');
  asked[4]?.done.reject(new Error('still gone'));
  for (const answer of answers.slice(4)) await expect(answer).rejects.toThrow('still gone');
  void together.of(7);
  expect(asked.map(({ questions }) => questions)).toEqual([[0], [1], [2], [3], [4, 5], [7]]);
});
