// Lies about the past of a map: part of mutants.ts.

const RESTORE = 'src/commands/edits/restore-branch.ts';
const COMPARED = 'src/moments/compared.ts';
const TIMELINE = 'src/moments/timeline.ts';
const MOMENT_MAP = 'src/moments/moment-map.ts';
const SESSION = 'src/moments/past-session.ts';
const PLAY = 'src/moments/play-times.ts';
const SEEN = 'src/moments/seen-moments.ts';
const SEEN_TEST = 'src/moments/seen-moments.test.ts';
const POINTER = 'src/moments/under-pointer.ts';
const RESTORE_TEST = 'src/commands/edits/restore-branch.test.ts';
const COMPARED_TEST = 'src/moments/compared.test.ts';
const TIMELINE_TEST = 'src/moments/timeline.test.ts';
const SESSION_TEST = 'src/moments/past-session.test.ts';
const PLAY_TEST = 'src/moments/play-times.test.ts';
const POINTER_TEST = 'src/moments/under-pointer.test.ts';

export const pastMutants = [
  {
    name: 'steps: what shows nothing is one',
    file: SEEN,
    find: 'const seqs = changes.flatMap(({ isSeen }, n) => (isSeen ? [n + 1] : []));',
    replace: 'const seqs = changes.map((_, n) => n + 1);',
    why: 'who goes back presses twenty times, and sees nothing happen',
    test: SEEN_TEST,
    rule: 'EDIT-150',
  },
  {
    name: 'steps: after a message one is a step further',
    file: SEEN,
    find: 'if ((this.#seqs[middle] ?? 0) <= seq) low = middle + 1;',
    replace: 'if ((this.#seqs[middle] ?? 0) < seq) low = middle + 1;',
    why: 'the count says one less than was made',
    test: SEEN_TEST,
    rule: 'EDIT-150',
  },
  {
    name: 'steps: the last one is before what was said since',
    file: SEEN,
    find: 'if (place >= this.count) return this.#last;',
    replace: '',
    why: 'at the end of the slider the map is not as it is now',
    test: SEEN_TEST,
    rule: 'EDIT-150',
  },
  {
    name: 'timeline: who wrote in the chat made what is shown',
    file: TIMELINE,
    find: 'while (last > 0 && !this.#chronicle.journal.isSeen(last)) last--;',
    replace: '',
    why: 'somebody is named for what another did',
    test: TIMELINE_TEST,
    rule: 'EDIT-150',
  },
  {
    name: 'steps: the first one leads from what the map began with',
    file: TIMELINE,
    find: 'return from === null ? patchBetween(emptyMap(), this.#at(0, to)) : this.#chronicle.journal.between(from, to);',
    replace: 'return this.#chronicle.journal.between(from ?? 0, to);',
    why: 'a film lacks what was there before the first change',
    test: TIMELINE_TEST,
    rule: 'EDIT-92',
  },
  {
    name: 'restore: what came into the branch since stays in it',
    file: RESTORE,
    find: 'if (!part.isAlone) ops.push(...leaving(',
    replace: 'if (part.isAlone) ops.push(...leaving(',
    why: 'a restored branch is not what it was',
    test: RESTORE_TEST,
    rule: 'EDIT-90',
  },
  {
    name: 'restore: where the parent is gone the branch becomes a root',
    file: RESTORE,
    find: 'at = then.items.get(at)?.parent ?? null) {',
    replace: 'at = null) {',
    why: 'a branch comes back far from where it stood, though something above it is there',
    test: RESTORE_TEST,
    rule: 'EDIT-90',
  },
  {
    name: 'compare: old words are not shown',
    file: COMPARED,
    find: 'return [...struck, ...(is',
    replace: 'return [...(is',
    why: 'one sees that something was reworded, and not from what',
    test: COMPARED_TEST,
    rule: 'EDIT-91',
  },
  {
    name: 'compare: what is folded stays folded',
    file: COMPARED,
    find: 'if (item.isFolded) ops.push',
    replace: 'if (false) ops.push',
    why: 'a difference hides',
    test: COMPARED_TEST,
    rule: 'EDIT-91',
  },
  {
    name: 'timeline: after two moments in one map it goes on from the last moment',
    file: TIMELINE,
    find: '    this.#shownSeq = null;\n    const { added',
    replace: '    const { added',
    why: 'what was removed stays on the map after a comparison',
    test: TIMELINE_TEST,
    rule: 'EDIT-92',
  },
  {
    name: 'timeline: a moment that was read elsewhere is taken for one that was told',
    file: TIMELINE,
    find: 'known === null || known > this.last',
    replace: 'known === null',
    why: 'a jump from what is not read yet draws half of it',
    test: TIMELINE_TEST,
    rule: 'EDIT-92',
  },
  {
    name: 'moments: a map that is another is laid out item by item',
    file: MOMENT_MAP,
    find: 'wasEmpty || (count > MANY && count > map.items.size * MOST_PART)',
    replace: 'wasEmpty',
    why: 'a jump far back costs many times a first picture',
    test: TIMELINE_TEST,
    rule: 'EDIT-92',
  },
  {
    name: 'past: each wish is answered, however many there are',
    file: SESSION,
    find: 'this.#isLooking || !this.#isDrawn || ',
    replace: 'this.#isLooking || ',
    why: 'a drag of the slider leaves a page that catches up for seconds',
    test: SESSION_TEST,
    rule: 'EDIT-93',
  },
  {
    name: 'past: a long one is read as it is opened',
    file: SESSION,
    find: 'if (now.seq <= (this.#source.readAtOnce ?? READ_AT_ONCE)) void',
    replace: 'void',
    why: 'whoever opens the history of an old map fetches all of it',
    test: SESSION_TEST,
    rule: 'EDIT-93',
  },
  {
    name: 'past: what failed is never tried again',
    file: SESSION,
    find: "this.#state === 'loading' || this.#state === 'there'",
    replace: "this.#state !== 'none'",
    why: 'a moment without a network ends the history until it is opened anew',
    test: SESSION_TEST,
    rule: 'EDIT-93',
  },
  {
    name: 'play: what is only said takes time',
    file: PLAY,
    find: 'if (!isSeen) continue;',
    replace: 'if (!isSeen && at < 0) continue;',
    why: 'a film of a map that people talk about is one of standing pictures',
    test: PLAY_TEST,
    rule: 'EDIT-94',
  },
  {
    name: 'play: a pause lasts as long as it was',
    file: PLAY,
    find: 'Math.min(gap, LONGEST_PAUSE_MS)',
    replace: 'gap',
    why: 'nothing moves for a night',
    test: PLAY_TEST,
    rule: 'EDIT-94',
  },
  {
    name: 'large steps: whoever removes many made many',
    file: TIMELINE,
    find: 'isNew: others * 10 < made',
    replace: 'isNew: true',
    why: 'a removed branch is told as an import',
    test: TIMELINE_TEST,
    rule: 'EDIT-95',
  },
  {
    name: 'pointer: the camera does not count',
    file: POINTER,
    find: 'const { x, y } = toMap(seen.camera, at);',
    replace: 'const { x, y } = at;',
    why: 'an item is given to who made another one',
    test: POINTER_TEST,
    rule: 'EDIT-96',
  },
];
