import { expect, test } from 'vitest';
import { imagesOf, withoutLostImages } from './draft-images.ts';
import type { Draft } from './shared/draft.ts';

const image = (source: string) => ({ source, width: 9, height: 9 });
const HASH = 'a'.repeat(64);
const draft: Draft = {
  settings: {},
  items: [
    { level: 1, key: 'a', fields: { text: '**Harvest**', image: image('file:one.png') } },
    { level: 2, key: 'b', fields: { text: 'again', image: image('file:one.png') } },
    { level: 2, key: 'c', fields: { text: 'gone', image: image('file:two.png') } },
    { level: 2, key: 'd', fields: { text: 'web', image: image('https://a.example/b.png') } },
    { level: 2, key: 'e', fields: { text: 'elsewhere', image: image(`asset:${HASH}`) } },
    { level: 2, key: 'f', fields: { text: 'none' } },
  ],
  links: [],
  files: new Map([
    ['one.png', Uint8Array.of(1)],
    ['unused.png', Uint8Array.of(2)],
  ]),
};

test('[FMT-70] each image of a file is known by name, with the item that shows it; what it has not is known too', () => {
  const { images, absent } = imagesOf(draft);
  expect(images).toEqual([{ name: 'one.png', of: 'Harvest', bytes: Uint8Array.of(1), original: null }]);
  expect(absent.map(({ name, of, why }) => [name, of, why])).toEqual([
    ['two.png', 'gone', 'missing'],
    ['https://a.example/b.png', 'web', 'web'],
    ['aaaaaaaa…', 'elsewhere', 'missing'],
  ]);
});

test('[FMT-70] no item keeps an image that only another map has, unless this one has it too', () => {
  const sources = ({ items }: Draft) => items.map(({ fields }) => fields.image?.source ?? null);
  expect(sources(withoutLostImages(draft, {}))[4]).toBe(null);
  expect(sources(withoutLostImages(draft, { [`asset:${HASH}`]: `asset:${HASH}` }))).toEqual(sources(draft));
});
