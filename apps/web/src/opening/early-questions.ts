// What every opening of the page asks the server is asked by the first bytes of it, before any other file has come: who is here, the map
// that the address names, where this browser does not have it, and at home what is listed there. The build writes this into the document,
// so it imports nothing.

/** What the document has asked for, until somebody takes it. An answer that is null did not come. */
export interface EarlyAnswers {
  /** Whether somebody is here; no, where nobody says. */
  readonly isSomebody: Promise<boolean>;
  session: Promise<Response | null> | null;
  document: { readonly map: string; readonly answer: Promise<Response | null> } | null;
  /** What this browser keeps of maps, where the address names one: to open it takes as long as a file takes to come. */
  journals: Promise<IDBDatabase | null> | null;
  /** By address. */
  readonly lists: Map<string, Promise<Response | null>>;
}

/** What home asks for first. */
const AT_HOME = ['/api/folders', '/api/maps?show=all&limit=100'];

/** How long an answer is waited for, here and by the page for a map: a large one on a slow line takes its time. Then it is asked for anew. */
export const PATIENCE_MS = 20_000;

/** Where the answers lie for the page. */
export interface EarlyPlace {
  boughEarly?: EarlyAnswers;
}

/** Of the page that asks, what it is asked for. */
export interface EarlyPage {
  readonly path: string;
  /** Which maps this browser has, as shell/kept-by-map.ts lists them under `bough.map`. */
  readonly keptMaps: string;
  readonly fetch: (path: string, how: RequestInit) => Promise<Response>;
  readonly openJournals: () => Promise<IDBDatabase | null>;
}

/**
 * Asks at once who is here, and for the map: on a slow line that is one way less, and who comes to a map's address is mostly somebody. What
 * home lists is asked for when it is known that somebody is here, since its address is where everybody comes first.
 */
export function askEarly({ path, keptMaps, fetch, openJournals }: EarlyPage): EarlyAnswers {
  const how = () => ({ headers: { accept: 'application/json' }, signal: AbortSignal.timeout(PATIENCE_MS) });
  const ask = (address: string) => fetch(address, how()).catch(() => null);
  const session = ask('/api/session');
  const isSomebody = session.then(async (said) => {
    const facts: unknown = said?.ok === true ? await said.clone().json() : null;
    return typeof facts === 'object' && facts !== null && 'person' in facts && facts.person !== null;
  });
  const forSomebody = (answer: () => Promise<Response | null>) =>
    isSomebody.then((isHere) => (isHere ? answer() : null));
  const lists = new Map(path === '/' ? AT_HOME.map((address) => [address, forSomebody(() => ask(address))]) : []);
  const map = /^\/m\/([\w-]{22})$/.exec(path)?.[1];
  const documentOf = (asked: string) => {
    const answer = ask(`/api/maps/${asked}/document`);
    return { map: asked, answer: forSomebody(() => answer) };
  };
  const document = map === undefined || keptMaps.includes(map) ? null : documentOf(map);
  return { isSomebody, session, document, journals: map === undefined ? null : openJournals(), lists };
}
