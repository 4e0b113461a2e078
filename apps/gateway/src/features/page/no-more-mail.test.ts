import { beforeAll, expect, test } from 'vitest';
import { ask, Browser } from '../../testing/visitors/browser.ts';
import { newAddress } from '../../testing/metadata-contract/fixtures.ts';
import { newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

async function invitedPath(): Promise<string> {
  const owner = await newAccount(world, gateway);
  const map = await owner.makeMap('Invited');
  const email = newAddress();
  await owner.must('POST', `/api/maps/${map.id}/invitations`, { email, role: 'edit' });
  const { mails } = (await new Browser(gateway).must('GET', '/api/outbox?limit=200')).json;
  const mail = mails.find(({ to }: { to: string }) => to === email);
  return /https:\/\/bough\.localhost(\/no-more-mail\/[\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('[GW-97] a mail program ends invitations with one POST from nowhere; the page asks first, in the reader’s language', async () => {
  const path = await invitedPath();
  const page = await ask(gateway, path, { headers: { 'accept-language': 'de-DE' } });
  expect([page.status, page.text.includes('>Abbestellen<'), page.text.includes('<script')]).toEqual([200, true, false]);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action/);
  expect(page.headers['set-cookie']).toBeUndefined();
  const far = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site', cookie: 's=forged' };
  const click = { method: 'POST', headers: { ...FORM, ...far }, body: 'List-Unsubscribe=One-Click' };
  const ended = await ask(gateway, path, click);
  expect([ended.status, ended.text.includes('You are unsubscribed'), ended.headers['set-cookie']]).toEqual([
    200,
    true,
    undefined,
  ]);
  const parts = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
  const other = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await ask(gateway, path, { method: 'POST', headers: other, body: parts })).status).toBe(200);
  const undo = { method: 'POST', headers: FORM, body: 'List-Unsubscribe=Undo' };
  expect((await ask(gateway, path, undo)).text).toContain('You are subscribed');
});

test('[GW-97] what is not such a click, or names no mail, changes nothing and shows nothing of what was sent', async () => {
  const path = await invitedPath();
  const evil = '<script>alert(1)</script>';
  for (const body of ['', evil, 'List-Unsubscribe=Maybe']) {
    const answer = await ask(gateway, path, { method: 'POST', headers: FORM, body });
    expect([answer.status, answer.text.includes('script')]).toEqual([404, false]);
  }
  const click = { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' };
  for (const token of ['A'.repeat(24), 'short', encodeURIComponent(evil), '%00', 'A'.repeat(900)]) {
    const answer = await ask(gateway, `/no-more-mail/${token}`, click);
    expect([token, answer.status, answer.text.includes('<script')]).toEqual([token, 404, false]);
    expect((await ask(gateway, `/no-more-mail/${token}`)).text).not.toContain('<script');
  }
  const large = await ask(gateway, path, { ...click, body: `List-Unsubscribe=One-Click${'&'.repeat(5_000)}` });
  expect(large.status).toBeGreaterThanOrEqual(400);
  expect(large.status).toBeLessThan(500);
});
