import { scriptPayloads } from '@bough/house/hostile';
import { expect, test } from 'vitest';
import { withHead } from './map-head.ts';

test('[GW-87] five hundred scripts as a title and a name are words in the head of a public page', () => {
  const html = '<html><head><title>Bough</title></head></html>';
  const counted = (title: string, by: string): string[] => {
    const made = withHead(html, { title, by, url: 'https://bough.example/p/x' });
    return [/</g, />/g, /"/g].map((mark) => String(made.match(mark)?.length));
  };
  const plain = counted('Garden', 'Bo');
  for (const each of scriptPayloads()) expect([each, ...counted(each, each)]).toEqual([each, ...plain]);
});
