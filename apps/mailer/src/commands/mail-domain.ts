import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Resolver } from 'node:dns/promises';
import type { Command } from '@bough/service';

/** What the check reads of mailer's settings. */
export interface MailDomainParts {
  readonly mail: {
    readonly BOUGH_MAIL: 'outbox' | 'smtp';
    readonly BOUGH_MAIL_FROM: string;
    readonly BOUGH_DKIM_DOMAIN: string | null;
    readonly BOUGH_DKIM_SELECTOR: string;
    readonly BOUGH_DKIM_KEY: string | null;
  };
  /** Asks DNS. */
  readonly resolver: Pick<Resolver, 'resolveTxt'>;
  readonly say: (line: string) => void;
}

/** One thing that was looked at, and what to do where it is not well. */
interface Check {
  readonly isWell: boolean;
  readonly says: string;
}

/** The end of `npm run bough -- doctor`: whether other servers will believe the emails that Bough sends. */
export const checkMailDomain: Command<MailDomainParts> = {
  name: 'check-mail-domain',
  takes: '',
  does: 'Looks in DNS whether other servers believe emails of BOUGH_MAIL_FROM (SPF, DKIM, DMARC): the end of doctor.',
  run: async (parts) => {
    const checks = await checksOf(parts);
    for (const { isWell, says } of checks) parts.say(`${isWell ? 'well ' : 'WRONG'} ${says}`);
    return checks.every(({ isWell }) => isWell) ? 0 : 1;
  },
};

async function checksOf({ mail, resolver }: MailDomainParts): Promise<readonly Check[]> {
  if (mail.BOUGH_MAIL === 'outbox') return [{ isWell: true, says: 'email: none is sent (BOUGH_MAIL=outbox)' }];
  const domain = mail.BOUGH_MAIL_FROM.split('@').at(-1)?.replace(/>$/, '').toLowerCase() ?? '';
  if (!domain.includes('.'))
    return [
      {
        isWell: false,
        says: `email: BOUGH_MAIL_FROM is of "${domain}", which no other server believes: give an address of yours`,
      },
    ];
  const texts = async (name: string): Promise<readonly string[] | null> => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null;
    }
  };
  const [spf, dmarc] = [await texts(domain), await texts(`_dmarc.${domain}`)];
  if (spf === null || dmarc === null) return [{ isWell: false, says: `email: DNS does not answer about ${domain}` }];
  return [spfOf(domain, spf), await dkimOf(mail, texts), dmarcOf(domain, dmarc)];
}

function spfOf(domain: string, texts: readonly string[]): Check {
  const records = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  if (records.length === 1) return { isWell: true, says: `SPF: ${domain} says who may send for it (${records[0]})` };
  if (records.length > 1)
    return { isWell: false, says: `SPF: ${domain} has ${records.length} records, and is believed with one only` };
  return {
    isWell: false,
    says: `SPF: ${domain} does not say who may send for it; add a TXT record that names your SMTP server, as in "v=spf1 include:YOUR-PROVIDER ~all"`,
  };
}

async function dkimOf(
  mail: MailDomainParts['mail'],
  texts: (name: string) => Promise<readonly string[] | null>,
): Promise<Check> {
  const { BOUGH_DKIM_DOMAIN: domain, BOUGH_DKIM_SELECTOR: selector, BOUGH_DKIM_KEY: key } = mail;
  if (domain === null || key === null)
    return {
      isWell: true,
      says: 'DKIM: left to the SMTP server (BOUGH_DKIM_DOMAIN is not set); ask its provider that it signs',
    };
  const name = `${selector}._domainkey.${domain}`;
  const ours = createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'der' }).toString('base64');
  const wanted = `v=DKIM1; k=rsa; p=${ours}`;
  const records = (await texts(name)) ?? [];
  if (records.length === 0) return { isWell: false, says: `DKIM: there is no TXT record at ${name}; add "${wanted}"` };
  const isOurs = records.some((record) => record.replaceAll(/\s/g, '').includes(`p=${ours}`));
  if (isOurs) return { isWell: true, says: `DKIM: ${name} has the key that emails are signed with` };
  return { isWell: false, says: `DKIM: ${name} has another key than BOUGH_DKIM_KEY; make it "${wanted}"` };
}

function dmarcOf(domain: string, texts: readonly string[]): Check {
  const record = texts.find((text) => /^v=DMARC1\b/i.test(text));
  if (record !== undefined) return { isWell: true, says: `DMARC: ${domain} says what becomes of forged emails` };
  return {
    isWell: false,
    says: `DMARC: large providers want one; add a TXT record at _dmarc.${domain}, as in "v=DMARC1; p=none; rua=mailto:postmaster@${domain}"`,
  };
}
