import { type RequestHandler, Router } from 'express';
import type { MapAccess } from '../../access/map-access.ts';
import { type OneClickWords, readOneClick, showOneClick } from '../../http/one-click.ts';
import { type PlainLanguage, plainLanguage } from '../../http/plain-page.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import { readStopToken, STOP_PATH } from './stop-link.ts';
import { beginWatch } from './watch-routes.ts';

const WORDS: Readonly<Record<PlainLanguage, OneClickWords>> = {
  en: {
    title: 'Emails about changes to a map',
    ask: 'Stop watching this map? You will get no more emails when others change it.',
    stop: 'Stop watching',
    stopped: 'You no longer watch this map. Bough sends you no more emails about its changes.',
    again: 'Watch again',
    begun: 'You watch this map again. Bough sends you an email when others change it.',
    gone: 'This link does not work. Your email settings have not changed.',
  },
  de: {
    title: 'E-Mails über Änderungen an einer Karte',
    ask: 'Diese Karte nicht mehr beobachten? Du bekommst dann keine E-Mails mehr, wenn andere sie ändern.',
    stop: 'Nicht mehr beobachten',
    stopped: 'Du beobachtest diese Karte nicht mehr. Bough schickt dir keine E-Mails mehr über ihre Änderungen.',
    again: 'Wieder beobachten',
    begun: 'Du beobachtest diese Karte wieder. Bough schickt dir eine E-Mail, wenn andere sie ändern.',
    gone: 'Dieser Link funktioniert nicht. Deine Einstellungen für E-Mails sind unverändert.',
  },
};

/** The page and the route behind the link of an email about changes: who has it ends that person's watch of that map, and begins it again. */
export function stopPage(
  parts: Parameters<typeof beginWatch>[0] & {
    readonly metadata: Pick<Metadata, 'removeWatch'>;
    readonly access: Pick<MapAccess, 'of'>;
  },
  { keys }: { readonly keys: readonly Uint8Array[] },
): RequestHandler {
  const router = Router();
  const path = `${STOP_PATH}/:token`;
  router.get(path, (req, res) => {
    const language = plainLanguage(req);
    const isGood = readStopToken(keys, req.params['token'] ?? '') !== null;
    showOneClick(res, language, WORDS[language], isGood ? 'ask' : 'gone');
  });
  // oxlint-disable-next-line no-async-endpoint-handlers -- Express 5 hands what is thrown on
  router.post(path, async (req, res) => {
    const language = plainLanguage(req);
    const { token } = req.params;
    const wish = await readOneClick(req);
    const watched = typeof token === 'string' ? readStopToken(keys, token) : null;
    if (watched === null || wish === null) return showOneClick(res, language, WORDS[language], 'gone');
    const { map, person } = watched;
    if (wish === 'stop') {
      await parts.metadata.removeWatch(map, person);
      return showOneClick(res, language, WORDS[language], 'stopped');
    }
    // The link lets nobody in: a watch begins again only for who may open the map still.
    const { role } = await parts.access.of(map, person);
    const reader = role === null ? null : await parts.metadata.person(person);
    if (reader === null) return showOneClick(res, language, WORDS[language], 'gone');
    await beginWatch(parts, map, reader, null);
    showOneClick(res, language, WORDS[language], 'begun');
  });
  return router;
}
