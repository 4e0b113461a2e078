// What every opening of the page asks the server is asked by the first bytes of it, before any other file has come: who is here, and
// the map that the address names, where this browser does not have it. The build writes this into the document, so it imports nothing.

/** What the document has asked for, until somebody takes it. An answer that is null did not come. */
export interface EarlyAnswers {
  session: Promise<Response | null> | null;
  document: { readonly map: string; readonly answer: Promise<Response | null> } | null;
}

/** Where the answers lie for the page. */
export interface EarlyPlace {
  boughEarly?: EarlyAnswers;
}

/** Of the page that asks, what it is asked for. */
export interface EarlyPage {
  readonly path: string;
  /** Which maps this browser has, as shell/kept-by-map.ts lists them under `bough.map`. */
  readonly keptMaps: string;
  readonly ask: (path: string) => Promise<Response>;
}

/** Asks at once. The map is asked for when it is known that somebody is here, since nobody else may see it. */
export function askEarly({ path, keptMaps, ask }: EarlyPage): EarlyAnswers {
  const orNull = (answer: Promise<Response | null>) => answer.catch(() => null);
  const session = orNull(ask('/api/session'));
  const map = /^\/m\/([\w-]{22})$/.exec(path)?.[1];
  if (map === undefined || keptMaps.includes(map)) return { session, document: null };
  const answer = session.then(async (said) => {
    const facts: unknown = said?.ok === true ? await said.clone().json() : null;
    const isHere = typeof facts === 'object' && facts !== null && 'person' in facts && facts.person !== null;
    return isHere ? await ask(`/api/maps/${map}/document`) : null;
  });
  return { session, document: { map, answer: orNull(answer) } };
}
