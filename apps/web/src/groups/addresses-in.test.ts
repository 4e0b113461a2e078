import { expect, test } from 'vitest';
import { addressesIn } from './addresses-in.ts';

test('[WEB-50] a list is pasted as it comes: in lines, with names, with commas, each address once', () => {
  const text =
    'ann@example.org\r\n\n  BO@Example.org ;cy@example.org, "Dan, Dr." <dan@example.org>\nEve <ann@example.org>';
  expect(addressesIn(text)).toEqual({
    addresses: ['ann@example.org', 'bo@example.org', 'cy@example.org', 'dan@example.org'],
    wrong: [],
  });
});

test('[WEB-50] what is no address is told, and nothing of it is taken', () => {
  expect(addressesIn('ann@example.org\nnot one\n@\nbo@')).toEqual({
    addresses: ['ann@example.org'],
    wrong: ['not one', '@', 'bo@'],
  });
  expect(addressesIn(' \n,;')).toEqual({ addresses: [], wrong: [] });
});
