import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addressAfterSignIn, keepWayBack, placeOnPage } from './way-back.ts';

const HERE = 'https://bough.example';
const MAP = '/m/AZrY7v0NcfG2b0h1Kx9r2w';
const MINUTE_MS = 60_000;
const entries = new Map<string, string>();

/** The page is at that address of it. */
function goTo(address: string): void {
  vi.stubGlobal('location', { href: HERE + address, origin: HERE });
}

beforeEach(() => {
  entries.clear();
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, text: string) => entries.set(name, text),
    removeItem: (name: string) => entries.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('[WEB-80] who signs in comes back to where it was asked for, once, and for as long as a sign-in link works', () => {
  for (const place of [MAP, `${MAP}#item=abc&comment=def`, '/shared?q=river', '/account', `/p/${MAP.slice(3)}`]) {
    goTo(place);
    keepWayBack();
    expect(addressAfterSignIn()).toBe(place);
    expect(addressAfterSignIn()).toBe('/');
  }
  goTo(MAP);
  keepWayBack();
  vi.advanceTimersByTime(14 * MINUTE_MS);
  const kept = [...entries];
  expect(addressAfterSignIn()).toBe(MAP);
  for (const [name, text] of kept) entries.set(name, text);
  vi.advanceTimersByTime(MINUTE_MS);
  expect(addressAfterSignIn()).toBe('/');
});

it('[WEB-80] the last place counts; from home a link that asked for signing in is taken up', () => {
  goTo(MAP);
  keepWayBack();
  goTo('/');
  keepWayBack();
  expect(addressAfterSignIn()).toBe('/');
  goTo('/join#a-secret');
  keepWayBack();
  for (const later of ['/', '/outbox', '/sign-in/reset#of-a-mail']) {
    goTo(later);
    keepWayBack();
  }
  expect(addressAfterSignIn()).toBe('/join#a-secret');
  goTo('/join#a-secret');
  keepWayBack();
  goTo(MAP);
  keepWayBack();
  expect(addressAfterSignIn()).toBe(MAP);
});

it('[WEB-81] nobody is sent to another site, to a script, or to a link that does something', () => {
  const elsewhere = [
    'https://evil.example/m/AZrY7v0NcfG2b0h1Kx9r2w',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    ' //evil.example/',
    '\t//evil.example/',
    '/\t/evil.example/',
    `${HERE}//evil.example/`,
    `${HERE}.evil.example/`,
    `${HERE}@evil.example/`,
    `https://ann:secret@evil.example/`,
    'http://bough.example/',
    'javascript:alert(1)',
    'data:text/html,hello',
    'blob:https://bough.example/1',
    'https://',
    '/..//evil.example/',
  ];
  for (const address of elsewhere) expect([address, placeOnPage(address, HERE)]).toEqual([address, null]);
  for (const address of ['/sign-in/confirm#secret=a', '/sign-in/provider/x?code=1', '/set-up#a', '/account/email#a'])
    expect([address, placeOnPage(address, HERE)]).toEqual([address, null]);
  for (const address of ['/api/session', '/no/such/place', '/join#a b', '/join', null, 7, `/?q=${'a'.repeat(3_000)}`])
    expect([address, placeOnPage(address, HERE)]).toEqual([address, null]);
  expect(placeOnPage('/shared', HERE)).toBe('/shared');
  expect(placeOnPage(`${HERE}${MAP}#chat`, HERE)).toBe(`${MAP}#chat`);
});

it('[WEB-81] what somebody else left in the storage of the browser leads nowhere', () => {
  goTo(MAP);
  keepWayBack();
  const [name = ''] = entries.keys();
  const texts = ['', 'null', '7', '{"place":"/shared"}', '{"place":"/shared","until":"9e9"}'];
  for (const place of ['//evil.example/', 'https://evil.example/', 'javascript:alert(1)', { toString: '/shared' }])
    texts.push(JSON.stringify({ place, until: 9_000_000_000_000 }));
  for (const text of texts) {
    entries.set(name, text);
    expect([text, addressAfterSignIn()]).toEqual([text, '/']);
  }
});
