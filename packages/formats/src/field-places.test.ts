import { must, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { Dice } from '@bough/map/testing';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readFile } from './read-file.ts';
import { signsOf } from './shared/field-places.ts';
import { writeFile } from './write-file.ts';

// The law of a sign, over the table: one that is added is held to it without a word said here.

const making = { ids: new Dice(3).ids, random: seededRandom(3) };

const PROGRAMS = [
  { program: 'freeplane', format: 'mm', file: mmWith, signs: iconsOf },
  { program: 'freemind', format: 'freemind', file: mmWith, signs: iconsOf },
  { program: 'xmind', format: 'xmind', file: xmindWith, signs: markersOf },
] as const;

test('[FMT-37] each sign of a field is read as its value and written for it, and a second one of the field is kept', () => {
  let tried = 0;
  for (const { program, format, file, signs } of PROGRAMS) {
    const all = signsOf(program);
    for (const { name, sign, value } of all) {
      const other = all.find((one) => one.name === name && one.sign !== sign)?.sign ?? sign;
      const read = must(readFile('x', file([sign, other])));
      expect(read.draft.items[0]?.fields).toMatchObject({ [name]: value });
      expect(read.report.notes.map(({ what }) => what)).toEqual([expect.stringMatching(/^A second (icon|marker)\.$/)]);
      const written = writeFile(format, must(mapOf(read.draft, making))).bytes;
      expect(signs(written)).toEqual([sign, other]);
      expect(must(readFile('x', written)).draft.items[0]?.fields).toMatchObject({ [name]: value });
      tried++;
    }
  }
  expect(tried).toBeGreaterThan(3);
});

function mmWith(icons: readonly string[]): Uint8Array {
  return utf8Encode(
    `<map version="1.0.1"><node TEXT="a">${icons.map((icon) => `<icon BUILTIN="${icon}"/>`).join('')}</node></map>`,
  );
}

function iconsOf(bytes: Uint8Array): string[] {
  return [...strFromU8(bytes).matchAll(/<icon BUILTIN="([^"]*)"/g)].map(([, name = '']) => name);
}

function xmindWith(markers: readonly string[]): Uint8Array {
  const rootTopic = { id: 'r', title: 'a', markers: markers.map((markerId) => ({ markerId })) };
  return zipSync({ 'content.json': utf8Encode(JSON.stringify([{ title: 'Sheet', rootTopic }])) });
}

function markersOf(bytes: Uint8Array): string[] {
  const text = strFromU8(unzipSync(bytes)['content.json'] ?? new Uint8Array());
  return [...text.matchAll(/"markerId":"([^"]*)"/g)].map(([, name = '']) => name);
}
