import { must } from '@bough/base';
import { type Draft, draftOf, mapOf } from '@bough/formats';
import { expect, test } from 'vitest';
import { makingOf } from '../same/gallery.ts';
import { differences, linksOf, NOTHING, type Seen } from './judge.ts';
import { libreoffice, seenInDrawing } from './libreoffice.ts';
import { poppler } from './pdf.ts';

// What judges make of what programs say: a judge that is wrong finds losses where there are none, or none where there are.

type Row = Draft['items'][number];

function draftFrom(items: readonly Row[], links: Draft['links'] = []): Draft {
  return draftOf(must(mapOf({ settings: {}, items, links, files: new Map() }, makingOf(1))));
}

const box = (x: number, text: string): string =>
  `<draw:g><draw:polygon svg:x="${x}cm" svg:y="1cm" svg:width="2cm" svg:height="1cm"/><draw:frame svg:x="${x}cm" svg:y="1cm" svg:width="2cm" svg:height="1cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:g>`;
const drawing = (shapes: string): string =>
  `<office:document xmlns:office="o" xmlns:draw="d" xmlns:svg="s" xmlns:text="t" xmlns:style="y"><style:style style:name="arrow"><style:graphic-properties draw:marker-end="Arrow"/></style:style><draw:page>${shapes}</draw:page></office:document>`;

test('a drawing’s lines are branches and links of the boxes whose sides they touch', () => {
  const line = (x1: number, x2: number, more = '', words = ''): string =>
    `<draw:line ${more} svg:x1="${x1}cm" svg:y1="1.5cm" svg:x2="${x2}cm" svg:y2="1.5cm"><text:p>${words}</text:p></draw:line>`;
  const curve = `<draw:path svg:x="8cm" svg:y="1.5cm" svg:width="2cm" svg:height="0cm" svg:d="M0 0c1000 0 1000 0 2000 0"/>`;
  const boxes = box(1, 'a') + box(5, 'b <text:s/>c') + box(10, '');
  const seen = seenInDrawing(
    drawing(
      line(3, 5) +
        curve.replace('"8cm"', '"7cm"').replaceAll('2000', '3000') +
        line(10, 3, 'draw:style-name="arrow"') +
        line(7, 10, '', 'why') +
        boxes,
    ),
  );
  expect(seen).toEqual({ tree: [1, 2, 3], texts: ['a', 'b c', ''], images: null, links: ['2 > 0', '1 > 2 why'] });
});

test('a drawing without its lines or one of its boxes is not the map', () => {
  const draft = draftFrom([
    { level: 1, key: 'a', fields: { text: 'a' } },
    { level: 2, key: 'b', fields: { text: 'b' } },
  ]);
  const wanted = libreoffice.expect(draft);
  const aspects = (shapes: string): string[] =>
    differences(wanted, seenInDrawing(drawing(shapes)) as Seen).map(({ aspect }) => aspect);
  expect(aspects(box(1, 'a') + box(5, 'b'))).toEqual(['tree']);
  expect(aspects(box(1, 'a'))).toEqual(['tree', 'texts']);
});

test('a picture shows how many items a folded branch has, and links between what is shown', () => {
  const link = { label: 'L', colour: null, arrow: 'end', points: [] } as const;
  const draft = draftFrom(
    [
      { level: 1, key: 'a', fields: { text: 'A' } },
      { level: 2, key: 'b', fields: { text: 'B $x$', isFolded: true } },
      { level: 3, key: 'c', fields: { text: 'C' } },
      { level: 4, key: 'd', fields: { text: 'D', isFolded: true } },
      { level: 2, key: 'e', fields: { text: 'E', isFolded: true } },
    ],
    [
      { from: 'a', to: 'e', ...link },
      { from: 'a', to: 'd', ...link },
    ],
  );
  expect(poppler.expect(draft).texts).toEqual(['2 1', 'A 1', 'B 1', 'E 1', 'L 1', 'x 1']);
});

test('links are gone where fewer are seen, and more than the map has are no loss', () => {
  const draft = draftFrom([
    { level: 1, key: 'a', fields: { text: '[here](https://example.org)', href: 'https://example.com' } },
  ]);
  const wanted = { ...NOTHING, links: linksOf(draft, { inWords: true, between: true }) };
  expect(wanted.links).toEqual(['0 https://example.com/', '0 https://example.org/']);
  expect(differences(wanted, { ...NOTHING, links: [...wanted.links, '0 more'] })).toEqual([]);
  expect(differences(wanted, { ...NOTHING, links: wanted.links.slice(1) })).toMatchObject([{ aspect: 'links' }]);
});
