import { must, parseClientId, parsePersonId } from '@bough/base';
import { Dice } from '@bough/map/testing';
import { type NumberedChange, parseOps } from '@bough/map';
import { expect, test } from 'vitest';
import { LEAST, MORE, Recent } from './recent.ts';

const IDS = new Dice(1).ids;
const [CLIENT, ADA] = [parseClientId(IDS.short()), parsePersonId(IDS.long())];
const WRITER = { client: CLIENT ?? expect.unreachable(), author: ADA ?? expect.unreachable() };

/** Every third one has two ops. */
function change(seq: number): NumberedChange {
  const message = { kind: 'message', id: IDS.short(), text: 'x' };
  return { ...WRITER, seq, counter: seq, at: seq, ops: must(parseOps(seq % 3 === 0 ? [message, message] : [message])) };
}

function weightOf(changes: readonly NumberedChange[]): number {
  return new Recent(changes, changes.length).weight;
}

test('[DOC-300] of a map that is drawn for hours about as many changes are held at every moment, and those can be found', () => {
  const all: NumberedChange[] = [];
  const recent = new Recent([], 0);
  expect(recent.find(WRITER, 1)).toBeNull();
  for (let seq = 1; seq <= 3 * LEAST; seq++) {
    const made = change(seq);
    all.push(made);
    recent.push(made);
    const held = seq - recent.after;
    expect(held <= LEAST + MORE && held >= Math.min(seq, LEAST)).toBe(true);
    if (seq % 500 !== 0) continue;
    expect(recent.weight).toBe(weightOf(all.slice(recent.after, -LEAST)) + weightOf(all.slice(-LEAST)));
    expect(recent.between(recent.after + 1, seq)).toEqual(all.slice(recent.after));
    expect(recent.between(recent.after, seq)).toBeNull();
    expect(recent.find(WRITER, recent.after + 1)).toBe(all[recent.after]);
    expect(recent.find(WRITER, recent.after)).toBeNull();
  }
});
