import { slowRuns } from '@bough/house/hostile';
import { describe, expect, test } from 'vitest';
import { emojiLength, isEmojiOnly } from './emoji.ts';
import { parseHref } from './href.ts';
import { createInterMeasurer } from './widths/inter-measurer.ts';
import { formulasIn, parseLines } from './runs.ts';
import { scriptsIn } from './scripts.ts';
import { measureText, setText } from './set-text.ts';

const measurer = createInterMeasurer();
const settings = { maxWidth: 280, size: 15, weight: 400, lineHeight: 1.35 };

test('[TXT-18] a million brackets that nothing closes are read as fast as they are many', () => {
  expect(slowRuns(parseLines, (run) => (/^\[+$/.test(run) ? run.repeat(32) : ''))).toEqual([]);
});

describe('[TXT-18] the time that words take grows with their length, whatever they are', () => {
  const readers: Readonly<Record<string, (text: string) => unknown>> = {
    parseLines,
    formulasIn,
    parseHref,
    scriptsIn,
    isEmojiOnly,
    emojiLength: (text) => emojiLength(text, 0),
    measureText: (text) => measureText(text, settings, measurer),
    setText: (text) => setText(text, settings, measurer),
  };
  test.each(Object.entries(readers))('%s', (_name, read) => {
    expect(slowRuns(read)).toEqual([]);
  });
});
