import { must } from '@bough/base';
import { readSettings } from '@bough/service';
import { expect, test } from 'vitest';
import { providerSettings } from './provider-settings.ts';
import { gatewaySettings } from '../../../settings.ts';

const FIRST = {
  BOUGH_OIDC_ISSUER: 'https://login.example.org/realm',
  BOUGH_OIDC_CLIENT_ID: 'bough',
  BOUGH_OIDC_CLIENT_SECRET: 'a secret that nobody reads',
};
const SCHOOL = {
  id: 'school',
  name: 'School',
  issuer: 'https://id.school.example',
  'client-id': 'bough',
  'client-secret': 'another secret that nobody reads',
};

function read(environment: Record<string, string>, files: Record<string, string> = {}) {
  const needed = { BOUGH_TOKEN_KEYS: `docstore:1:${'A'.repeat(43)}`, BOUGH_COOKIE_KEYS: 'k'.repeat(32) };
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw new Error('no such file');
    return text;
  };
  // JSON is YAML.
  const source = { environment: { ...needed, ...environment }, readFile, readYaml: JSON.parse };
  return providerSettings(must(readSettings(gatewaySettings, source)), readFile);
}
function list(...entries: readonly unknown[]): Record<string, string> {
  return { BOUGH_OIDC_PROVIDERS: JSON.stringify(entries) };
}
function saidOf(environment: Record<string, string>, files: Record<string, string> = {}): string {
  try {
    read(environment, files);
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'nothing was wrong';
}

test('[GW-348] the settings of one provider mean what they always meant', () => {
  expect(read({})).toEqual([]);
  expect(read(FIRST)).toEqual([
    {
      ...{ id: 'provider', returnPath: '/sign-in/provider', issuer: FIRST.BOUGH_OIDC_ISSUER, clientId: 'bough' },
      ...{ clientSecret: FIRST.BOUGH_OIDC_CLIENT_SECRET, name: 'login.example.org', trustsAddresses: false },
      scope: 'openid email profile',
      groups: { claim: 'groups', allowed: null, owners: null, areAll: false },
    },
  ]);
  expect(saidOf({ BOUGH_OIDC_ISSUER: FIRST.BOUGH_OIDC_ISSUER })).toBe(
    'The setting BOUGH_OIDC_CLIENT_ID is missing: it is needed because BOUGH_OIDC_ISSUER names a provider.',
  );
  const groups = { BOUGH_OIDC_ALLOWED_GROUPS: 'staff, it', BOUGH_OIDC_OWNER_GROUPS: 'it' };
  expect(read({ ...FIRST, ...groups })[0]?.groups).toEqual({
    ...{ claim: 'groups', allowed: ['staff', 'it'], owners: ['it'], areAll: false },
  });
});

test('[GW-348] further providers are a list, each with what it needs, and come after the first', () => {
  const all = { 'trust-email': true, 'groups-claim': 'realm.roles', 'allowed-groups': ['a, b'], 'owner-groups': ['c'] };
  const full = { ...SCHOOL, ...all, 'groups-decide': true, scope: 'openid email groups' };
  expect(read({ ...FIRST, ...list(full) }).map(({ id }) => id)).toEqual(['provider', 'school']);
  expect(read(list(full))).toEqual([
    {
      ...{ id: 'school', returnPath: '/sign-in/provider/school', issuer: SCHOOL.issuer, clientId: 'bough' },
      ...{ clientSecret: SCHOOL['client-secret'], name: 'School', trustsAddresses: true, scope: 'openid email groups' },
      groups: { claim: 'realm.roles', allowed: ['a, b'], owners: ['c'], areAll: true },
    },
  ]);
  const { 'client-secret': _secret, ...rest } = SCHOOL;
  const inFile = { ...rest, 'client-secret-file': '/run/secrets/school' };
  expect(read(list(inFile), { '/run/secrets/school': 'of the file\n' })[0]?.clientSecret).toBe('of the file');
});

test('[GW-348] what is wrong is said in one sentence that names the entry and the field, and no secret', () => {
  const change = (more: Readonly<Record<string, unknown>>): Record<string, string> => list({ ...SCHOOL, ...more });
  const wrongs: readonly (readonly [environment: Record<string, string>, said: string])[] = [
    [{ BOUGH_OIDC_PROVIDERS: '{"id":"x"}' }, 'is not a list'],
    [list('school'), 'provider 1 has no fields'],
    [list({ id: 'school' }), 'provider 1 (school) has no issuer'],
    [change({ id: 'Our School' }), 'needs an id'],
    [change({ id: 'provider' }), '"provider" is taken'],
    [change({ issuer: 'id.school.example' }), 'issuer is not an address'],
    [change({ issuer: 'http://id.school.example' }), 'issuer does not begin with https://'],
    [change({ 'client-id': 4711 }), 'has a wrong client-id'],
    [change({ 'client-secret': undefined }), 'has no client-secret'],
    [change({ 'client-secret-file': '/there' }), 'has both client-secret and client-secret-file'],
    [change({ 'client-secret': undefined, 'client-secret-file': '/not' }), '/not as client-secret-file, which cannot'],
    [change({ clientId: 'bough' }), 'has a field "clientId", which there is not'],
    [change({ 'trust-email': 'yes' }), 'has a wrong trust-email'],
    [change({ 'allowed-groups': [] }), 'has a wrong allowed-groups'],
    [change({ 'allowed-groups': 'staff' }), 'has a wrong allowed-groups'],
    [change({ 'groups-decide': true }), 'names no group of owners'],
    [change({ scope: 'email' }), 'lacks "openid"'],
    [change({ name: 'a'.repeat(81) }), 'name is not one line'],
    [list(SCHOOL, { ...SCHOOL, issuer: 'https://x.example' }), 'two providers have the id "school"'],
    [list(SCHOOL, { ...SCHOOL, id: 'b', name: 'B' }), 'two providers have the issuer "https://id.school.example"'],
    [list(SCHOOL, { ...SCHOOL, id: 'b', issuer: 'https://x.example' }), 'two providers have the name "School"'],
    [{ BOUGH_OIDC_ALLOWED_GROUPS: 'staff' }, 'BOUGH_OIDC_ALLOWED_GROUPS is set, and BOUGH_OIDC_ISSUER is not'],
    [{ BOUGH_SIGN_IN: 'provider' }, 'BOUGH_SIGN_IN is "provider", and no provider is named'],
    [{ BOUGH_REGISTRATION: 'provider' }, 'BOUGH_REGISTRATION is "provider", and no provider is named'],
    [{ ...FIRST, BOUGH_OIDC_SCOPE: 'email' }, 'BOUGH_OIDC_SCOPE lacks "openid"'],
  ];
  for (const [environment, expected] of wrongs) {
    const said = saidOf(environment);
    expect(said).toContain(expected);
    expect(said).toMatch(/^The setting .*[^.]\.$/);
    expect(said).not.toContain('nobody reads');
  }
});
