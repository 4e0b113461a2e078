import type { Browser } from './browser.ts';
import { newcomer } from './mail.ts';
import type { ProviderServer } from './provider-server.ts';

/** Where the page sends the browser that chose this provider. */
export async function beginAt(browser: Browser, provider: string): Promise<string> {
  return (await browser.must('POST', '/api/session/provider', { provider })).json.url;
}

/** What the page does with a provider's answer: the code of the refusal, or the id of who came in. */
export async function confirmAt(browser: Browser, provider: string, answer: string): Promise<string> {
  const { json } = await browser.ask('POST', '/api/session/provider/confirm', { provider, answer });
  return json.code ?? json.person.id;
}

/** Signs in there as this person; the code of the refusal, or who it is here. */
export async function comeBy(server: ProviderServer, provider: string, who: string, browser: Browser): Promise<string> {
  return await confirmAt(browser, provider, await server.signIn(await beginAt(browser, provider), who));
}

/** The same in a new browser. */
export async function visitorBy(
  server: ProviderServer,
  provider: string,
  who: string,
  gateway: Browser['gateway'],
): Promise<{ readonly browser: Browser; readonly said: string }> {
  const browser = await newcomer(gateway);
  return { browser, said: await comeBy(server, provider, who, browser) };
}
