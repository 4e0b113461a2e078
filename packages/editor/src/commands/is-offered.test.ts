import { expect, test } from 'vitest';
import { isOffered } from './is-offered.ts';

test('[GW-232] history is offered to whoever may read the past, comments to whoever may read them, the rest to all', () => {
  const roles = [null, 'view', 'comment', 'edit', 'own'] as const;
  const offered = (command: Parameters<typeof isOffered>[0], mayReadPast: boolean) =>
    roles.map((role) => isOffered(command, role, mayReadPast));
  expect(offered('history', false)).toEqual([true, false, false, true, true]);
  expect(offered('history', true)).toEqual([true, true, true, true, true]);
  expect(offered('comment', true)).toEqual([true, false, true, true, true]);
  expect(offered('chat', true)).toEqual([true, false, true, true, true]);
  expect(offered('outline', false)).toEqual([true, true, true, true, true]);
});
