import { expect, it } from 'vitest';
import { hrefFrom } from './href-from.ts';

it('takes addresses as people type them, and nothing else', () => {
  expect(hrefFrom(' https://example.org/a?b ')).toBe('https://example.org/a?b');
  expect(hrefFrom('HTTPS://example.org')).toBe('https://example.org');
  expect(hrefFrom('example.org/path')).toBe('https://example.org/path');
  expect(hrefFrom('ada@example.org')).toBe('mailto:ada@example.org');
  for (const text of ['', 'example', 'javascript:alert(1)', 'data:text/html,x', 'https://', 'two words.org x']) {
    expect([text, hrefFrom(text)]).toEqual([text, null]);
  }
});
