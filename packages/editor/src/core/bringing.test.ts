import { describe, expect, it } from 'vitest';
import { GARDEN, Person } from '../testing/person.ts';

const PAPER = { x: 60, y: 700 };
const png = new File(['x'], 'a.png', { type: 'image/png' });
const mm = new File(['x'], 'a.mm');
const txt = new File(['x'], 'a.txt');
const exe = new File(['x'], 'a.exe');
const IMAGE = { source: `asset:${'0'.repeat(64)}`, width: 100, height: 50 };

describe('the clipboard', () => {
  it('[EDIT-61] takes the selected branches along in every form, and brings them back as they were', () => {
    const person = new Person();
    person.select('oak');
    person.press('Mod+C');
    const [carried] = person.told('carry');
    expect(carried).toMatchObject({ text: 'oak\n\tacorn\n\tbark' });
    person.select('elm');
    person.press('Mod+V');
    expect(person.outline).toBe(`${GARDEN}\n\t\toak\n\t\t\tacorn\n\t\t\tbark`);
    expect(person.told('adopt')).toHaveLength(1);
  });

  it('[EDIT-61] has nothing of an empty selection, and leaves the words in the box to the browser', () => {
    const person = new Person();
    person.select();
    expect(person.session.dispatch({ kind: 'copied', isCut: false })).toBe(true);
    expect(person.told('carry')).toEqual([]);
    person.select('oak');
    person.press('F2');
    expect(person.session.dispatch({ kind: 'copied', isCut: true })).toBe(false);
    expect(person.paste({ text: 'x' })).toBe(false);
    expect(person.paste({ files: [png] })).toBe(true);
    expect(person.told('take-files')).toEqual([
      { kind: 'take-files', files: [{ as: 'image', file: png }], on: person.named('oak'), at: null },
    ]);
  });

  it('[EDIT-61] cuts nothing that the map keeps', () => {
    const reader = new Person(GARDEN, { isReadOnly: true });
    reader.select('oak');
    expect(reader.session.dispatch({ kind: 'copied', isCut: true })).toBe(true);
    expect([reader.outline, reader.clipboard.text]).toEqual([GARDEN, 'oak\n\tacorn\n\tbark']);
  });

  it('[EDIT-61] from a menu is asked for by effects', () => {
    const person = new Person();
    person.select('oak');
    for (const command of ['copy', 'cut', 'copy-markdown', 'paste', 'paste-text'] as const) {
      expect(person.session.dispatch({ kind: 'run', command }), command).toBe(true);
    }
    expect(person.told('copy').map(({ isCut, text }) => [isCut, text.split('\n')[0]])).toEqual([
      [false, 'oak'],
      [true, 'oak'],
    ]);
    expect(person.told('write-clipboard')[0]?.text).toContain('acorn');
    expect(person.told('read-clipboard').map(({ isOne }) => isOne)).toEqual([false, true]);
    person.session.dispatch({ kind: 'pasted-text', text: 'a\nb', isOne: true });
    expect(person.selected).toEqual(['a\nb']);
    person.select('elm');
    person.session.dispatch({ kind: 'pasted-text', text: 'a\n\tb', isOne: false });
    expect(person.outline).toContain('\telm\n\t\ta\n\t\t\tb');
  });

  it('[EDIT-61] prefers branches, then files, then lists, then text', () => {
    const person = new Person();
    person.select('elm');
    const html = '<ul><li>wych</li></ul>';
    person.paste({ branches: 'none of ours', html, text: 'wych' });
    expect(person.told('read-html')).toEqual([{ kind: 'read-html', html, text: 'wych', at: null }]);
    person.paste({ html, text: 'wych', files: [txt, mm, exe] });
    expect(person.told('take-files')[0]?.files.map(({ as }) => as)).toEqual(['outline', 'map']);
    person.paste({ html: '<b>wych</b>', text: 'wych' });
    expect(person.outline).toBe(`${GARDEN}\n\t\twych`);
    expect(person.paste({})).toBe(true);
  });
});

describe('what is dropped', () => {
  it('[EDIT-61] belongs to the item below, or stands where it was dropped', () => {
    const person = new Person();
    person.drop(person.spot('elm'), { text: 'wych\n\tseed' });
    expect(person.outline).toBe(`${GARDEN}\n\t\twych\n\t\t\tseed`);
    person.drop(PAPER, { text: 'moss' });
    expect(person.session.map.items.get(person.named('moss'))?.parent).toBeNull();
    person.look();
    expect(Math.abs(person.spot('moss').y - PAPER.y)).toBeLessThan(60);
  });

  it('[EDIT-61] an address is an item with a link, named by what came along or by itself', () => {
    const person = new Person();
    person.drop(person.spot('elm'), { addresses: 'https://elm.org/', text: 'All of elms' });
    expect(person.snapshot.focused).toMatchObject({ text: 'All of elms', href: 'https://elm.org/' });
    person.drop(PAPER, { addresses: 'https://moss.org/', text: 'https://moss.org/' });
    expect(person.snapshot.focused).toMatchObject({ text: 'moss.org/', href: 'https://moss.org/', parent: null });
  });

  it('[EDIT-61] an image is the item’s own if it has none, else a new item; on the paper it stands free', () => {
    const person = new Person();
    person.drop(person.spot('elm'), { files: [png] });
    const [taken] = person.told('take-files');
    expect([taken?.on, taken?.files[0]?.as, person.selected]).toEqual([person.named('elm'), 'image', ['elm']]);
    const elm = person.named('elm');
    person.session.dispatch({ kind: 'image', image: IMAGE, on: elm, at: null });
    expect(person.session.map.items.get(elm)?.image).toEqual(IMAGE);
    person.session.dispatch({ kind: 'image', image: IMAGE, on: elm, at: null });
    expect(person.snapshot.focused).toMatchObject({ parent: elm, image: IMAGE, text: '' });
    person.select('oak');
    person.session.dispatch({ kind: 'image', image: IMAGE, on: person.named('ash'), at: null });
    expect(person.selected).toEqual(['oak']);
    person.session.dispatch({ kind: 'image', image: IMAGE, on: null, at: { x: 900, y: 40 } });
    expect(person.snapshot.focused).toMatchObject({ parent: null, offset: { x: 900, y: 40 } });
  });

  it('[EDIT-61] files that the page chose belong to the selected item; trees that were read to theirs', () => {
    const person = new Person();
    person.select('oak');
    person.session.dispatch({ kind: 'files', files: [png] });
    expect(person.told('take-files')[0]?.on).toBe(person.named('oak'));
    const trees = [{ text: 'moss', checkbox: null, children: [] }];
    person.session.dispatch({ kind: 'trees', trees, on: person.named('elm') });
    expect(person.outline).toBe(`${GARDEN}\n\t\tmoss`);
    person.session.dispatch({ kind: 'trees', trees, on: null, at: { x: 5, y: 5 } });
    expect(person.snapshot.focused).toMatchObject({ text: 'moss', parent: null });
    expect(person.session.dispatch({ kind: 'trees', trees: [] })).toBe(false);
  });
});
