import { makeIds, must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { type FileRead, readFile } from './read-file.ts';
import type { Draft } from './shared/draft.ts';
import { writeFile } from './write-file.ts';

// Freeplane's clones, as Freeplane writes them: an original, a clone of it alone, one with all that is below it.

const CLONES = `<map version="freeplane 1.9.8"><node TEXT="root" ID="ID_1">
<node TEXT="original" ID="ID_50" LINK="https://example.org/"><icon BUILTIN="idea"/><richcontent TYPE="NOTE"><html><head/><body><p>why</p></body></html></richcontent>
<arrowlink DESTINATION="ID_70"/><node TEXT="kid" ID="ID_51"/></node>
<node CONTENT_ID="ID_50" ID="ID_60"/>
<node TREE_ID="ID_50" POSITION="left" ID="ID_61"><node TREE_ID="ID_51" ID="ID_62"/></node>
<node CONTENT_ID="ID_404" ID="ID_63"/>
<node TEXT="after" ID="ID_70"/></node></map>`;

function read(text: string): FileRead {
  return must(readFile('clones.mm', utf8Encode(text)));
}

function written(draft: Draft, format: 'mm' | 'freemind' = 'mm'): string {
  const random = seededRandom(1);
  const map = must(mapOf(draft, { ids: makeIds(new VirtualClock(), random), random }));
  return tryUtf8Decode(writeFile(format, map).bytes) ?? '';
}

function changed(draft: Draft, key: string, text: string): Draft {
  return {
    ...draft,
    items: draft.items.map((item) => (item.key === key ? { ...item, fields: { ...item.fields, text } } : item)),
  };
}

const textsOf = ({ items }: Draft): string[] => items.map(({ level, fields }) => `${level} ${fields.text}`);

test('[FMT-84] clones of Freeplane have what their originals have, but for arrows, and the report says so', () => {
  const { draft, report } = read(CLONES);
  expect(textsOf(draft)).toEqual([
    '1 root',
    '2 original',
    '3 kid',
    '2 original',
    '2 original',
    '3 kid',
    '2 ',
    '2 after',
  ]);
  const clones = draft.items.filter(({ fields }) => fields.text === 'original');
  for (const { fields } of clones)
    expect(fields).toMatchObject({ note: 'why', icon: '💡', href: 'https://example.org/' });
  expect(draft.links).toHaveLength(1);
  expect(report.notes).toContainEqual(
    expect.objectContaining({ kind: 'approximated', what: 'A clone became a copy.', count: 3 }),
  );
});

test('[FMT-84] a clone goes back to Freeplane as one, with nothing of its own, while it is what its original is', () => {
  const { draft } = read(CLONES);
  const file = written(draft);
  expect(file).toContain('<node ID="ID_60" CONTENT_ID="ID_50">');
  expect(file).toContain('<node ID="ID_61" TREE_ID="ID_50" POSITION="left">');
  expect(file).toContain('<node ID="ID_62" TREE_ID="ID_51">');
  expect(textsOf(read(file).draft)).toEqual(textsOf(draft));
  expect(written(read(file).draft)).toBe(file);
  expect(file.match(/<arrowlink/g)).toHaveLength(1);
});

test('[FMT-84] a clone that was changed, or whose original was, is written whole and names no original', () => {
  const { draft } = read(CLONES);
  const alone = written(changed(draft, 'ID_60', 'other'));
  expect(alone).toMatch(/<node ID="ID_60" TEXT="other"(?![^>]*(?:CONTENT|TREE)_ID)/);
  expect(alone).toContain('TREE_ID="ID_50"');
  const below = written(changed(draft, 'ID_62', 'other kid'));
  expect(below).toMatch(/<node ID="ID_61" TEXT="original"(?![^>]*(?:CONTENT|TREE)_ID)/);
  expect(below).toMatch(/<node ID="ID_62" TEXT="other kid"(?![^>]*(?:CONTENT|TREE)_ID)/);
  expect(below).toContain('<node ID="ID_60" CONTENT_ID="ID_50">');
  const original = written(changed(draft, 'ID_50', 'new'));
  expect(original).not.toMatch(/(?:CONTENT|TREE)_ID="ID_50"/);
  // One whose original is not there, or stands behind it, is none.
  expect(file404(written(draft))).toBe('');
  const turned = { ...draft, items: [draft.items[0], draft.items[3], draft.items[1], draft.items[2]] } as Draft;
  expect(written({ ...turned, links: [] })).not.toContain('CONTENT_ID');
  expect(written(draft, 'freemind')).toMatch(/ID="ID_60" TEXT="original"/);
});

function file404(file: string): string {
  return /CONTENT_ID="ID_404"/.exec(file)?.[0] ?? '';
}

test('[FMT-84] many clones of a long note do not make a map that nothing can hold', () => {
  const note = `<richcontent TYPE="NOTE"><html><body><p>${'long '.repeat(8_000)}</p></body></html></richcontent>`;
  const clones = Array.from({ length: 2_000 }, (_, n) => `<node CONTENT_ID="ID_50" ID="ID_${n + 100}"/>`).join('');
  const { draft, report } = read(
    `<map version="freeplane 1.9.8"><node TEXT="r" ID="ID_1"><node TEXT="o" ID="ID_50">${note}</node>${clones}</node></map>`,
  );
  const length = draft.items.reduce((sum, { fields }) => sum + (fields.note ?? '').length, 0);
  expect(length).toBeLessThan(5_000_000);
  expect(report.notes.map(({ what }) => what)).toContain('The words of a clone, in a file with too many.');
});
