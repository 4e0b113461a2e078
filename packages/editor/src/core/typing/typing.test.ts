import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spliceBetween, spliced } from './splice.ts';
import { reconcile, toggleMarks } from './typing.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '木', '🌳', '🌿'), maxLength: 12 });

function cutsPair(whole: string, at: number): boolean {
  return /^[\udc00-\udfff]/u.test(whole.slice(at)) || /^[\udc00-\udfff]/.test(whole.slice(at, at + 1));
}

describe('typing', () => {
  it('[EDIT-10] the splice between two texts makes one of the other and cuts no surrogate pair', () => {
    fc.assert(
      fc.property(text, text, fc.nat(12), (before, after, caret) => {
        const splice = spliceBetween(before, after, Math.min(caret, after.length));
        expect(splice === null ? before : spliced(before, splice)).toBe(after);
        if (splice === null) return;
        expect(cutsPair(before, splice.at)).toBe(false);
        expect(cutsPair(before, splice.at + splice.remove)).toBe(false);
      }),
    );
  });

  it('[EDIT-10] a letter typed beside its like is inserted where the caret is', () => {
    expect(spliceBetween('aaa', 'aaaa', 2)).toEqual({ at: 1, remove: 0, insert: 'a' });
    expect(spliceBetween('🌳', '🌿')).toEqual({ at: 0, remove: 2, insert: '🌿' });
  });

  it('[EDIT-11] what the map should hold is what the box holds, whoever typed what', () => {
    fc.assert(
      fc.property(text, text, text, (agreed, box, mapText) => {
        const caret = { start: box.length, end: box.length };
        const result = reconcile({ agreed, box, caret, isComposing: false }, mapText);
        expect(result.splice === null ? mapText : spliced(mapText, result.splice)).toBe(result.box);
        expect(result.agreed).toBe(result.box);
        expect(result.caret.end).toBeGreaterThanOrEqual(0);
        expect(result.caret.end).toBeLessThanOrEqual(result.box.length);
        if (mapText === agreed) expect(result.box).toBe(box);
        if (box === agreed) expect(result.box).toBe(mapText);
      }),
    );
  });

  it('[EDIT-11] words typed by two at different places are all there', () => {
    const caret = { start: 3, end: 3 };
    const result = reconcile(
      { agreed: 'a tree', box: 'a big tree', caret: { start: 6, end: 6 }, isComposing: false },
      'a tree!',
    );
    expect(result.box).toBe('a big tree!');
    expect(result.caret).toEqual({ start: 6, end: 6 });
    const before = reconcile({ agreed: 'tree', box: 'tre', caret, isComposing: false }, 'old tree');
    expect(before.box).toBe('old tre');
    expect(before.caret).toEqual({ start: 7, end: 7 });
  });

  it('[EDIT-12] nothing is sent and nothing changes in the box while a composition runs', () => {
    const typing = { agreed: 'a', box: 'aに', caret: { start: 2, end: 2 }, isComposing: true };
    expect(reconcile(typing, 'xa')).toEqual({ splice: null, box: 'aに', caret: { start: 2, end: 2 }, agreed: 'a' });
    expect(reconcile({ ...typing, isComposing: false }, 'xa').box).toBe('xaに');
  });

  it('[EDIT-13] marks go around the chosen words and come off again', () => {
    const bold = toggleMarks('a big tree', { start: 2, end: 5 }, '**');
    expect(bold).toEqual({ text: 'a **big** tree', caret: { start: 4, end: 7 } });
    expect(toggleMarks(bold.text, bold.caret, '**')).toEqual({ text: 'a big tree', caret: { start: 2, end: 5 } });
    expect(toggleMarks('**all**', { start: 0, end: 7 }, '**').text).toBe('all');
  });
});
