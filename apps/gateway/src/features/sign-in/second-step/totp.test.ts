import { expect, test } from 'vitest';
import { codeAt, otpauthAddress, STEP_MS, stepOfCode } from './totp.ts';

/** RFC 6238, appendix B: of its eight digits the last six. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test.each(VECTORS)('[GW-301] at %i s the code is that of RFC 6238', (seconds, code) => {
  expect(codeAt(SECRET, Math.floor(seconds / 30))).toBe(code);
  expect(stepOfCode(SECRET, code, seconds * 1_000)).toBe(Math.floor(seconds / 30));
});

test('[GW-301] codes of RFC 4226, appendix D, are those of its counters', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
  expect(codes.map((_code, step) => codeAt(SECRET, step))).toEqual(codes);
});

test('[GW-301] a clock may be one step off, and no more', () => {
  const step = 1_000;
  const at = (offset: number): number | null => stepOfCode(SECRET, codeAt(SECRET, step), (step + offset) * STEP_MS);
  expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
  expect(stepOfCode(SECRET, codeAt(SECRET, step), (step + 2) * STEP_MS - 1)).toBe(step);
  for (const wrong of ['', '0', `${codeAt(SECRET, step)}0`])
    expect(stepOfCode(SECRET, wrong, step * STEP_MS)).toBe(null);
});

test('[GW-301] an app reads the secret, the Bough and the account from one address', () => {
  const address = new URL(otpauthAddress(SECRET, 'Bough (maps.example)', 'ann+maps@example.test'));
  expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(address.pathname)).toBe('/Bough (maps.example):ann+maps@example.test');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Bough (maps.example)',
  });
});
