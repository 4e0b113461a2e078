// Runs beside the page, in the browser: keeps the page's own files, so that it opens without a network. It never touches the API:
// maps and unsent changes are kept by the page itself, and what is secret is asked of the server each time.
//
// The build writes the files of this version into it. A page is asked of the network first and taken from here
// when no answer comes soon; files with a hash in their names never change and are taken from here first.

/** As much of a ServiceWorkerGlobalScope as is used: the DOM's types do not have it. */
interface Scope {
  readonly location: Location;
  readonly caches: CacheStorage;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
}
interface Lasting {
  waitUntil(promise: Promise<unknown>): void;
}
interface Asked extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** What the build wrote: its version, then its files. */
const [VERSION = '', ...FILES] = '__PAGE_FILES__'.split(' ');
const CACHE = `bough-page-${VERSION}`;
const PATIENCE_MS = 3000;

// The one place where the global is called what it is here.
const scope = globalThis as unknown as Scope;

scope.addEventListener('install', (event) => event.waitUntil(keepAll()));
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(file(request));
});

async function keepAll(): Promise<void> {
  const cache = await scope.caches.open(CACHE);
  await cache.addAll(['/', ...FILES]);
}

async function forgetOthers(): Promise<void> {
  const names = await scope.caches.keys();
  const old = names.filter((name) => name.startsWith('bough-page-') && name !== CACHE);
  await Promise.all(old.map((name) => scope.caches.delete(name)));
}

/** The page as the server has it now; the kept one when the server does not answer in time, or cannot at present. */
async function page(request: Request): Promise<Response> {
  const kept = await scope.caches.match('/');
  if (kept === undefined) return fetch(request);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.status >= 500 ? kept : answer;
  } catch {
    return kept;
  }
}

async function file(request: Request): Promise<Response> {
  const kept = await scope.caches.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  // Some files (other scripts' letters, emoji) are kept only once somebody needed them.
  if (answer.ok) await (await scope.caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
