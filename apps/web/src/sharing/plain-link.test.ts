import type { ShareLink } from '@bough/contracts';
import { expect, it } from 'vitest';
import { plainLink, roleFirst, USUAL } from './plain-link.ts';

const link = (id: string, more: Partial<ShareLink> = {}): ShareLink => ({
  ...{ id, secret: `secret-${id}`, role: 'edit', createdAt: 1 },
  ...USUAL,
  ...more,
});

it('the link that is copied lets in anybody for good, with the role that was asked for, and nothing unusual', () => {
  const others = [
    link('signed', { needsSignIn: true }),
    link('short', { expiresAt: 9 }),
    link('old', { secret: null }),
    link('bound', { role: 'view', mayCopy: false }),
    link('past', { role: 'view', mayReadPast: true }),
  ];
  expect(plainLink(others, 'edit')).toBeNull();
  expect(plainLink(others, 'view')).toBeNull();
  expect(plainLink([...others, link('plain'), link('seen', { role: 'view' })], 'edit')?.id).toBe('plain');
  expect(plainLink([...others, link('plain'), link('seen', { role: 'view' })], 'view')?.id).toBe('seen');
  expect(plainLink([link('free', { mayReadPast: true })], 'edit')?.id).toBe('free');
});

it('the role offered first is that of the link that is there', () => {
  expect(roleFirst([])).toBe('edit');
  expect(roleFirst([link('a', { role: 'comment' }), link('b', { role: 'view' })])).toBe('comment');
  expect(roleFirst([link('a', { secret: null, role: 'view' })])).toBe('edit');
});
