import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkMailDomain, type MailDomainParts } from './mail-domain.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' });
const PUBLIC = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
const DKIM = { BOUGH_DKIM_DOMAIN: 'example.org', BOUGH_DKIM_KEY: PEM };
const WELL: Readonly<Record<string, readonly string[]>> = {
  'example.org': ['some-verification=1', 'v=spf1 include:mail.example.net ~all'],
  '_dmarc.example.org': ['v=DMARC1; p=none'],
  'bough._domainkey.example.org': [`v=DKIM1; k=rsa; p=${PUBLIC}`],
};

/** What is said of these settings, with these TXT records and no others; null: no name server answers. */
async function said(
  mail: Partial<MailDomainParts['mail']>,
  records: Readonly<Record<string, readonly string[]>> | null,
): Promise<readonly [number, string]> {
  const lines: string[] = [];
  const none = { BOUGH_DKIM_DOMAIN: null, BOUGH_DKIM_SELECTOR: 'bough', BOUGH_DKIM_KEY: null };
  const code = await checkMailDomain.run(
    {
      mail: { BOUGH_MAIL: 'smtp', BOUGH_MAIL_FROM: 'Bough <maps@example.org>', ...none, ...mail },
      resolver: {
        resolveTxt: async (name: string) => {
          if (records === null) throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
          const found = records[name];
          if (found === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
          // Long texts come in pieces.
          return found.map((text) => text.match(/.{1,200}/g) ?? []);
        },
      },
      say: (line) => void lines.push(line),
    },
    [],
  );
  return [code, lines.join('\n')];
}

test('[MAIL-62] a domain whose records fit is well', async () => {
  const [code, lines] = await said(DKIM, WELL);
  expect(lines).toContain('well  DKIM: bough._domainkey.example.org has the key');
  expect([code, lines]).toEqual([0, expect.not.stringContaining('WRONG')]);
  expect((await said({}, WELL))[1]).toContain('left to the SMTP server');
});

test('[MAIL-62] what is missing or wrong is said with the record that mends it', async () => {
  const [code, lines] = await said(DKIM, {});
  expect(code).toBe(1);
  expect(lines).toMatch(/WRONG SPF: .*v=spf1/);
  expect(lines).toContain(`there is no TXT record at bough._domainkey.example.org; add "v=DKIM1; k=rsa; p=${PUBLIC}"`);
  expect(lines).toMatch(/WRONG DMARC: .*_dmarc\.example\.org/);
  const other = { ...WELL, 'bough._domainkey.example.org': ['v=DKIM1; k=rsa; p=AAAA'] };
  expect((await said(DKIM, other))[1]).toContain('has another key than BOUGH_DKIM_KEY');
  const two = { ...WELL, 'example.org': ['v=spf1 -all', 'v=spf1 ~all'] };
  expect((await said(DKIM, two))[1]).toContain('has 2 records');
});

test('[MAIL-62] where nothing is sent, or DNS says nothing, that is what one is told', async () => {
  expect(await said({ BOUGH_MAIL: 'outbox' }, null)).toEqual([0, expect.stringContaining('none is sent')]);
  expect(await said({ BOUGH_MAIL_FROM: 'bough@localhost' }, {})).toEqual([
    1,
    expect.stringContaining('an address of yours'),
  ]);
  expect(await said({}, null)).toEqual([1, expect.stringContaining('DNS does not answer about example.org')]);
});
