import { expect, it } from 'vitest';
import { placeIn } from './broken-line.ts';

const TEN = (part: string): number => part.length * 10;
const at = (line: string, place: number, isAtEnd = false): readonly [number, number] => {
  const { row, x } = placeIn(line, place, 100, TEN, isAtEnd);
  return [row, x];
};

it('[EDIT-66] a place between two rows is at the beginning of the second, or at the end of the first', () => {
  const line = 'aaa bbb ccc ddd eee';
  expect([at(line, 0), at(line, 5), at(line, 8)]).toEqual([
    [0, 0],
    [0, 50],
    [1, 0],
  ]);
  expect(at(line, 8, true)).toEqual([0, 80]);
  expect([at(line, 10), at(line, 19)]).toEqual([
    [1, 20],
    [2, 30],
  ]);
});

it('[EDIT-66] a word wider than a row is broken within, and a line that has room is not', () => {
  const word = 'x'.repeat(25);
  expect([at(word, 10), at(word, 10, true), at(word, 25)]).toEqual([
    [1, 0],
    [0, 100],
    [2, 50],
  ]);
  expect(at('xxxxxxxxxx', 10)).toEqual([0, 100]);
  expect([at(`a ${word}`, 1), at(`a ${word}`, 2)]).toEqual([
    [0, 10],
    [1, 0],
  ]);
});

it('[EDIT-66] spaces at the end of a row hang over it', () => {
  expect(at('aaaaaaaaa   bb', 12)).toEqual([1, 0]);
  expect(at('aaaaaaaaa   bb', 14)).toEqual([1, 20]);
});
