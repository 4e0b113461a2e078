import type { Clock, Ids } from '@bough/base';
import {
  type Asked,
  type Log,
  OneLineEach,
  type ReadyAnswer,
  readyAnswer,
  readyProblem,
  toProblem,
  type TurnAway,
} from '@bough/service';
import { GatewayFailure } from '../failure.ts';
import type { LoadShedder } from '../limits/load-shedder.ts';
import { BARE_POLICY } from './common-headers.ts';
import { PLAIN_HEADERS, plainLanguage, type PlainLanguage, plainPage, type PlainWords } from './plain-page.ts';

export interface TurnAwayParts {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Pick<Log, 'warn'>;
  readonly shedder: Pick<LoadShedder, 'share' | 'tryEnter'>;
  readonly ids: Pick<Ids, 'short'>;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Turns away new visits and API requests while there are too many, before anything else is done for them: where three times as many come as
 * can be served, most of the work would go there. Requests from open pages are served.
 */
export function turnAwayWhenBusy({ clock, log, shedder, ids, headers }: TurnAwayParts): TurnAway {
  const lines = new OneLineEach({ clock });
  const common = { ...headers, 'retry-after': AGAIN_S };
  const pages = { en: crowdedPage('en', common), de: crowdedPage('de', common) };
  const answerTo = (asked: Asked): ReadyAnswer | null => {
    const target = (asked.url ?? '/').replace(ORIGIN, '/');
    const isVisit = asked.method === 'GET' && PAGES.test(target);
    if ((!isVisit && !PROGRAMS.test(target)) || shedder.tryEnter()) return null;
    lines.warn(log, 'people are turned away at the door', CROWDED);
    if (isVisit) return pages[plainLanguage(asked)];
    return readyProblem(toProblem(CROWDED, ids.short()), { ...common, 'content-security-policy': BARE_POLICY });
  };
  return { answerTo, isOn: () => shedder.share < 1 };
}

/** In front of the path where a request names the whole address, as those to a proxy do. */
const ORIGIN = /^[a-z]+:\/\/[^/?]*\/?/i;
/** Everything that is answered with the page: no file of it, no route. */
const PAGES = /^\/(?!api(?:[/?]|$))[^.?]*(?:\?|$)/i;
/** The REST API, whatever the case, as Express takes it. */
const PROGRAMS = /^\/api\/v1(?:[/?]|$)/i;
const AGAIN_S = '5';
const CROWDED = new GatewayFailure('crowded', 'The server is busy.');
// There is no link to press: it would lose what stands behind the # of an address, the secrets of invitations and of sign-in emails.
const CROWDED_WORDS: Readonly<Record<PlainLanguage, PlainWords>> = {
  en: {
    title: 'Bough is busy',
    text: 'Many people are opening it now. Reload this page in a few seconds.',
    way: '',
  },
  de: {
    title: 'Bough ist ausgelastet',
    text: 'Gerade öffnen es viele. Lade diese Seite in ein paar Sekunden neu.',
    way: '',
  },
};

function crowdedPage(language: PlainLanguage, headers: Readonly<Record<string, string>>): ReadyAnswer {
  return readyAnswer(503, { ...headers, ...PLAIN_HEADERS }, plainPage(language, CROWDED_WORDS[language]));
}
