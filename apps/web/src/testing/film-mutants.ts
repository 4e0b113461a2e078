// Lies about the film of a map's past: part of mutants.ts.

const FILM_PLAN = 'src/map/film/film-plan.ts';
const FILM_PLAN_TEST = 'src/map/film/film-plan.test.ts';
const FILM_CAMERA = 'src/map/film/film-camera.ts';
const FILM_CAMERA_TEST = 'src/map/film/film-camera.test.ts';

export const filmMutants = [
  {
    name: 'film: the slowest speed is proposed',
    file: FILM_PLAN,
    find: 'speeds.find((speed) => lengthOf(span, speed) <= PLEASANT_FILM_MS) ?? speeds.at(-1) ?? 1',
    replace: 'speeds[0] ?? 1',
    why: 'people are shown three minutes where one is enough',
    test: FILM_PLAN_TEST,
    rule: 'WEB-35',
  },
  {
    name: 'film: every speed is offered, however long the film is',
    file: FILM_PLAN,
    find: 'SPEEDS.filter((speed) => lengthOf(span, speed) <= LONGEST_FILM_MS)',
    replace: '[...SPEEDS]',
    why: 'a film of a year of work takes hours, and all memory',
    test: FILM_PLAN_TEST,
    rule: 'WEB-35',
  },
  {
    name: 'film: the title covers the first changes',
    file: FILM_PLAN,
    find: 'const playedMs = timeOf(picture) - TITLE_MS;',
    replace: 'const playedMs = timeOf(picture);',
    why: 'what happens first is never seen',
    test: FILM_PLAN_TEST,
    rule: 'WEB-35',
  },
  {
    name: 'film: the camera goes to its goal at once',
    file: FILM_CAMERA,
    find: 'Math.exp(-PULL_PER_SECOND * seconds)',
    replace: '0',
    why: 'the picture jumps with each item',
    test: FILM_CAMERA_TEST,
    rule: 'WEB-36',
  },
  {
    name: 'film: the camera forgets how fast it went',
    file: FILM_CAMERA,
    find: 'const push = perSecond + PULL_PER_SECOND * away;',
    replace: 'const push = PULL_PER_SECOND * away * 4;',
    why: 'it starts with a jerk, and swings over',
    test: FILM_CAMERA_TEST,
    rule: 'WEB-36',
  },
  {
    name: 'film: the camera follows each new item, though it is well in sight',
    file: FILM_CAMERA,
    find: 'if (isSeen(wanted, goal, view)) {',
    replace: 'if (false as boolean) {',
    why: 'the picture is never at rest, and nobody can read',
    test: FILM_CAMERA_TEST,
    rule: 'WEB-36',
  },
  {
    name: 'film: it ends where the last work was',
    file: FILM_CAMERA,
    find: 'const wanted = isAll ? whole : work;',
    replace: 'if (work === null && this.#goal !== null) return;\n    const wanted = isAll ? whole : work;',
    why: 'nobody sees what became of the map',
    test: FILM_CAMERA_TEST,
    rule: 'WEB-36',
  },
  {
    name: 'film: far work is gone to straight, as near as one looks',
    file: FILM_CAMERA,
    find: 'return isFar ? fit(both, view, best.scale) : best;',
    replace: 'return best;',
    why: 'the map flies by in a blur',
    test: FILM_CAMERA_TEST,
    rule: 'WEB-36',
  },
];
