import { expect, it } from 'vitest';
import { differing, nameFrom } from './file-names.ts';

it('the name of a file is read from its answer', () => {
  expect(nameFrom(`attachment; filename="B_ume.pdf"; filename*=UTF-8''B%C3%A4ume.pdf`)).toBe('Bäume.pdf');
  for (const none of [null, 'attachment', "attachment; filename*=UTF-8''%ff"]) expect(nameFrom(none)).toBeNull();
});

it('no two files of an archive have one name', () => {
  const names = ['Plan.pdf', 'plan.pdf', 'Plan.pdf', 'Plan 2.pdf', '.odd', '.odd', 'bare', 'bare'];
  expect(differing(names)).toEqual([
    ...['Plan.pdf', 'plan 2.pdf', 'Plan 3.pdf', 'Plan 2 2.pdf', '.odd', '.odd 2', 'bare', 'bare 2'],
  ]);
});
