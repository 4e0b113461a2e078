// Small lies in what developers see of a page; mutants.ts has them among its own.

const REQUESTS = 'src/map/developers/request-time.ts';
const FRAMES = 'src/map/developers/frame-times.ts';
const requests = { test: 'src/map/developers/request-time.test.ts' } as const;
const looked = { test: '../../e2e/src/developers.spec.ts', isInTree: true } as const;

export const developerMutants = [
  {
    name: 'developers: whole addresses are shown',
    file: REQUESTS,
    find: "/${/^[a-z]+(?:-[a-z]+)*$/.test(part) && part.length <= 16 ? part : '…'}",
    replace: '/${part}',
    why: 'who sends the text along sends the ids of their maps, and can hardly see that',
    rule: 'WEB-87',
    ...requests,
  },
  {
    name: 'developers: whatever a server says is the name of a request',
    file: REQUESTS,
    find: '/^[A-Za-z]{1,40}$/.test(route) ? route',
    replace: "route !== '' ? route",
    why: 'words of people come into the text',
    rule: 'WEB-86',
    ...requests,
  },
  {
    name: 'developers: what a cache kept has the times of then',
    file: REQUESTS,
    find: "end.kind === 'came' ? (entry.serverTiming ?? []) : []",
    replace: 'entry.serverTiming ?? []',
    why: 'a request that took nothing seems to have waited for the database',
    rule: 'WEB-86',
    ...requests,
  },
  {
    name: 'developers: every frame counts as one that was dropped',
    file: FRAMES,
    find: 'Math.round(gap / usual) - 1',
    replace: 'Math.round(gap / usual)',
    why: 'a smooth page seems to stutter',
    rule: 'WEB-88',
    test: 'src/map/developers/frame-times.test.ts',
  },
  {
    name: 'developers: frames are counted on after the panel is closed',
    file: FRAMES,
    find: '    cancelAnimationFrame(this.#asked);\n',
    replace: '',
    why: 'who looked once has a page that never rests',
    rule: 'WEB-88',
    ...looked,
  },
];
