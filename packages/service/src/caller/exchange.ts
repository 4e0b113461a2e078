import { assert, tryJson } from '@bough/base';
import type { Route, ServiceName } from '@bough/contracts';
import { ServiceFailure } from '../service-failure.ts';

// What a call takes and brings, however it travels.

/** The parameters as texts; null ones are not sent. */
export function textsOf(params: unknown): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(params ?? {})) {
    const given: unknown = value;
    if (given === null || given === undefined) continue;
    assert(typeof given === 'string' || typeof given === 'number', `the parameter ${name} is text or a number`);
    texts[name] = String(given);
  }
  return texts;
}

/** The answer that the text is; throws when it is not what the route says. */
export function readJsonAnswer<P, B, A>(route: Route<P, B, A>, text: string): A {
  const read = route.answer(tryJson(text));
  if (!read.ok) throw strange(`it ${read.error}`);
  return read.value;
}

/** The network did not bring the call there, or no answer back. */
export function unreached(service: ServiceName, cause: unknown): ServiceFailure {
  return new ServiceFailure(`${service} cannot be reached.`, {
    kind: 'unavailable',
    code: 'service/unreachable',
    cause,
  });
}

/** The other service speaks another language than ours. */
export function strange(why: string): ServiceFailure {
  return new ServiceFailure(`Another service sent an answer that cannot be read: ${why}.`, {
    kind: 'unavailable',
    code: 'service/strange-answer',
    hint: 'Run the same version of every service.',
  });
}
