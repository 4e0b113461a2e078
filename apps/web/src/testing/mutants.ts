// Small lies in what the page decides, each of which the tests that it names must notice. `npm run mutants -- web` tells one after the other
// in a scratch copy of this app. `find` stands exactly once in the file.

const LIBRARY_TEST = 'src/home/library/library.test.ts';
const MAP_API = 'src/api/map-api.ts';
const DRAW = 'src/shell/first-draw/draw-once.ts';
const DRAW_TEST = 'src/shell/first-draw/draw-once.test.ts';
const EARLY_TEST = 'src/opening/early-questions.test.ts';
const OPENED = 'src/shell/opened-maps.ts';
const OPENED_TEST = 'src/shell/opened-maps.test.ts';
const KEPT_HERE_TEST = 'src/home/library/kept-here.test.ts';
const MARKING = 'src/home/maps/marking.ts';
const PLAIN_LINK = 'src/sharing/plain-link.ts';
const THREADS = 'src/map/comments/thread-list.ts';
const THREADS_TEST = 'src/map/comments/thread-list.test.ts';
const WHO = 'src/api/who-is-here.ts';
const MAP_API_TEST = 'src/api/map-api.test.ts';
const MARKING_TEST = 'src/home/maps/marking.test.ts';
const PLAIN_LINK_TEST = 'src/sharing/plain-link.test.ts';
const WHO_TEST = 'src/api/who-is-here.test.ts';

export const mutants = {
  run: ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1'],
  mutants: [
    {
      name: 'comments: a longer name is one of mine',
      file: THREADS,
      find: '&& !/^[\\p{L}\\p{N}]/u.test(text.slice(at + name.length + 1))',
      replace: '',
      why: 'Mia is shown what was written to Miara',
      test: THREADS_TEST,
    },
    {
      name: 'comments: what is resolved is open, too',
      file: THREADS,
      find: "thread.isResolved === (filter === 'resolved')",
      replace: "filter === 'open' || thread.isResolved",
      why: 'what is done hides what is to be done',
      test: THREADS_TEST,
    },
    {
      name: 'map: a ticket is asked for without the token of the session',
      file: MAP_API,
      find: '{ map, client }, session.facts.csrf)',
      replace: '{ map, client })',
      why: 'the gateway refuses every ticket, and nothing is saved',
      test: MAP_API_TEST,
    },
    {
      name: 'map: the document is asked for by the route of another one',
      file: MAP_API,
      find: 'ask(everydayRoutes.readMap, { map, known: null, at: null })',
      replace: 'ask(everydayRoutes.session, {})',
      why: 'no map opens',
      test: MAP_API_TEST,
    },
    {
      name: 'map: a server of another version has lost the map',
      file: MAP_API,
      find: 'if (version !== String(PROTOCOL_VERSION)) return',
      replace: 'if (response.ok && version !== String(PROTOCOL_VERSION)) return',
      why: 'during an update the page says that the map is gone',
      test: MAP_API_TEST,
    },
    {
      name: 'map: half a document is one',
      file: MAP_API,
      find: 'text !== null && Number.isInteger(seq) && isShortId(lineage)',
      replace: 'text !== null && lineage !== undefined',
      why: 'the page goes on from a number that nobody said',
      test: MAP_API_TEST,
    },
    {
      name: 'several: Shift forgets what was marked before',
      file: MARKING,
      find: 'new Set([...ids, ...range])',
      replace: 'new Set(range)',
      why: 'a second range takes the first away',
      test: MARKING_TEST,
    },
    {
      name: 'several: a plain press opens a map while others are marked',
      file: MARKING,
      find: 'press.isToggling || marks.ids.size > 0 ?',
      replace: 'press.isToggling ?',
      why: 'on a phone no second map can be marked',
      test: MARKING_TEST,
    },
    {
      name: 'several: a map that has left the list is acted on',
      file: MARKING,
      find: 'return list.filter(({ id }) => ids.has(id));',
      replace: 'return ids.size === 0 ? [] : list;',
      why: 'what nobody marked goes into the trash',
      test: MARKING_TEST,
    },
    {
      name: 'several: after a refusal nothing more is done',
      file: 'src/home/library/deeds-for-many.ts',
      find: 'else first ??= trouble;',
      replace: 'else return { done, trouble };',
      why: 'one map of others keeps ten of one’s own from the trash',
      test: 'src/home/library/deeds-for-many.test.ts',
    },
    {
      name: 'link: one that ends is copied',
      file: PLAIN_LINK,
      find: '!link.needsSignIn && link.expiresAt === null && isUsual(link)',
      replace: '!link.needsSignIn && isUsual(link)',
      why: 'the link that was sent is dead tomorrow',
      test: PLAIN_LINK_TEST,
    },
    {
      name: 'link: one for people who sign in is copied',
      file: PLAIN_LINK,
      find: '!link.needsSignIn && link.expiresAt === null',
      replace: 'link.expiresAt === null',
      why: 'guests are turned away',
      test: PLAIN_LINK_TEST,
    },
    {
      name: 'link: one of another role is copied',
      file: PLAIN_LINK,
      find: 'link.role === role && link.secret !== null',
      replace: 'link.secret !== null',
      why: 'who should only read may write',
      test: PLAIN_LINK_TEST,
    },
    {
      name: 'offline: nobody is here until the server says so',
      file: WHO,
      find: 'return kept ?? { person: null',
      replace: 'return { person: null',
      why: 'home is empty without a network',
      test: WHO_TEST,
    },
    {
      name: 'offline: signing in is offered while nobody answers',
      file: WHO,
      find: "session.kind === 'known' && session.facts.person",
      replace: "session.kind !== 'known' || session.facts.person",
      why: 'who has signed in is asked to do it again',
      test: WHO_TEST,
    },
    {
      name: 'offline: what somebody else kept here is shown',
      file: 'src/home/library/kept-library.ts',
      find: 'isKept(kept) && kept.person === person ?',
      replace: 'isKept(kept) ?',
      why: 'who comes next reads the titles of another one’s maps',
      test: LIBRARY_TEST,
    },
    {
      name: 'offline: what was kept is not looked for',
      file: 'src/home/library/library.ts',
      find: "if (this.#state.kind === 'loading') {",
      replace: "if (this.#state.kind === 'there') {",
      why: 'home is empty without a network',
      test: LIBRARY_TEST,
    },
    {
      name: 'offline: the names of maps stay after signing out',
      file: 'src/home/library/kept-library.ts',
      find: '  names?.forgetOpened();',
      replace: '',
      why: 'who comes next finds what somebody else worked on',
      test: LIBRARY_TEST,
    },
    {
      name: 'offline: what anybody had open here is listed',
      file: OPENED,
      find: 'if (whose !== person) continue;',
      replace: '',
      why: 'who comes next reads the titles of another one’s maps',
      test: OPENED_TEST,
    },
    {
      name: 'offline: a map that is gone keeps its name',
      file: OPENED,
      find: 'record.at < at && !listed.has(record.map)',
      replace: 'record.at > at && !listed.has(record.map)',
      why: 'what was deleted for good is listed without a network',
      test: OPENED_TEST,
    },
    {
      name: 'offline: what was opened since is not listed',
      file: 'src/home/library/library.ts',
      find: 'if (isAway(trouble)) await',
      replace: 'if (!isAway(trouble)) await',
      why: 'a newcomer’s first map is lost without a network',
      test: LIBRARY_TEST,
    },
    {
      name: 'offline: a server that hangs is waited for',
      file: 'src/home/library/library.ts',
      find: 'setTimeout(() => void this.#showKeptHere(this.#state.trouble, isOver), PATIENCE_MS)',
      replace: 'setTimeout(() => undefined, PATIENCE_MS)',
      why: 'a newcomer’s first map is lost for half a minute',
      test: LIBRARY_TEST,
    },
    {
      name: 'offline: an old name takes the place of the one that home saw',
      file: 'src/home/library/kept-here.ts',
      find: '(map.at > seenAt || unsent.has(id)) ?',
      replace: 'true ?',
      why: 'a map that was renamed elsewhere has its old name again',
      test: KEPT_HERE_TEST,
    },
    {
      name: 'offline: what the server has removed is listed',
      file: 'src/home/library/kept-here.ts',
      find: 'if (ids.has(id) || isOld) continue;',
      replace: 'if (ids.has(id)) continue;',
      why: 'what was put into the trash comes back without a network',
      test: KEPT_HERE_TEST,
    },
    {
      name: 'opening: what home lists is asked for by nobody',
      file: 'src/opening/early-questions.ts',
      find: 'isHere ? ask(address) : null',
      replace: 'ask(address)',
      why: 'each visit of a stranger is refused twice',
      test: EARLY_TEST,
    },
    {
      name: 'first draw: an address elsewhere is drawn',
      file: DRAW,
      find: '!/^\\/(?!\\/)/.test(text)',
      replace: "text === ''",
      why: 'somebody else’s words become a link that runs',
      test: DRAW_TEST,
    },
    {
      name: 'first draw: its hooks stay behind',
      file: DRAW,
      find: 'internals.H = before;',
      replace: '',
      why: 'React’s first component never hears of a change',
      test: DRAW_TEST,
    },
    {
      name: 'first draw: what is not open says nothing of it',
      file: DRAW,
      find: "typeof value !== 'boolean' || SPOKEN.test(name)",
      replace: "typeof value !== 'boolean'",
      why: 'a screen reader hears of no menu, and the element differs from React’s',
      test: DRAW_TEST,
    },
    {
      name: 'first draw: what a provider says holds for all that follows',
      file: DRAW,
      find: 'this.#given.set(type, around);',
      replace: '',
      why: 'a part is drawn with what belongs to another',
      test: DRAW_TEST,
    },
    {
      name: 'opening: React is asked for ahead on every screen',
      file: 'src/opening/screen-ahead.ts',
      find: "path === '/' ? filesOf(files, 'frame') : []",
      replace: "filesOf(files, 'frame')",
      why: 'a map waits for what it does not need yet',
      test: EARLY_TEST,
    },
    {
      name: 'opening: an early list is taken twice',
      file: 'src/opening/early-answers.ts',
      find: 'early?.lists.delete(address);',
      replace: '',
      why: 'home shows the lists of a moment ago once more',
      test: EARLY_TEST,
    },
  ],
};
