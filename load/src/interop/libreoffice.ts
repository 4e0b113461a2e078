import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { type Judge, NOTHING, type Seen, spaced, textsOf } from './judge.ts';
import { printed, program } from './programs.ts';

// LibreOffice Draw opens the drawing and saves it as flat XML: the words of each shape, and the connectors.

/** How many files it is given at once. */
const AT_ONCE = 20;

export const libreoffice: Judge = {
  name: 'LibreOffice',
  format: 'vsdx',
  find: () => program('soffice', '--version', 'apt-get install libreoffice-draw'),
  expect: (draft) => {
    const branches = draft.items.filter(({ level }) => level > 1).length;
    const labels = draft.links.map(({ label }) => spaced(label));
    const texts = [...textsOf(draft), ...labels].filter((text) => text !== '').sort();
    return { ...NOTHING, texts, links: [`${branches + draft.links.length} connectors`] };
  },
  see: async (files) => {
    const folder = dirname(files[0] ?? '.');
    const convert = [`-env:UserInstallation=file://${folder}/settings`, '--headless', '--convert-to', 'fodg'];
    for (let at = 0; at < files.length; at += AT_ONCE)
      await printed('soffice', [...convert, '--outdir', folder, ...files.slice(at, at + AT_ONCE)]);
    return files.map((file) => seenIn(file.replace(/vsdx$/, 'fodg')));
  },
};

function seenIn(file: string): Seen | string {
  const document = new DOMParser().parseFromString(readFileSync(file, 'utf8'), 'text/xml');
  const page = document.getElementsByTagName('draw:page')[0];
  if (page === undefined) return 'LibreOffice found no page';
  const texts: string[] = [];
  let connectors = 0;
  for (const name of [
    'draw:custom-shape',
    'draw:path',
    'draw:polygon',
    'draw:rect',
    'draw:ellipse',
    'draw:frame',
    'draw:connector',
    'draw:line',
    'draw:polyline',
  ]) {
    for (const shape of Array.from(page.getElementsByTagName(name))) {
      if (name === 'draw:connector') connectors++;
      const lines = Array.from(shape.getElementsByTagName('text:p'), ({ textContent }) => textContent ?? '');
      if (spaced(lines.join(' ')) !== '') texts.push(spaced(lines.join(' ')));
    }
  }
  return { ...NOTHING, texts: texts.sort(), links: [`${connectors} connectors`] };
}
