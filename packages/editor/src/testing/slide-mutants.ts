// Lies about presentations, and about what is seen of a map from afar: part of mutants.ts.

const PRESENTING = 'src/core/presenting.ts';
const PRESENTING_TEST = 'src/core/presenting.test.ts';
const HERE_TEST = 'src/core/commands-here.test.ts';

export const slideMutants = [
  {
    name: 'presentation: it goes on over its end',
    file: PRESENTING,
    find: 'id === undefined || !map.items.has(id)) return to(state);',
    replace: 'id === undefined || !map.items.has(id)) return refused({ ...state, present: null });',
    why: 'one key too many, and the room sees the whole map',
    test: HERE_TEST,
    rule: 'EDIT-65',
  },
  {
    name: 'presentation: a slide has all levels, however small',
    file: PRESENTING,
    find: 'levels > 1 && fit(bounds, view, SCREEN_SCALE).scale < least',
    replace: 'levels < 0',
    why: 'a room sees lines without words',
    test: PRESENTING_TEST,
    rule: 'EDIT-117',
  },
  {
    name: 'presentation: an item that is named begins a presentation of what it stands in',
    file: PRESENTING,
    find: 'known[over] === id ? known :',
    replace: 'over >= 0 ? known :',
    why: 'an address of a slide shows nothing',
    test: PRESENTING_TEST,
    rule: 'EDIT-126',
  },
  {
    name: 'presentation: a map of thousands has a slide for each branch',
    file: 'src/core/steps.ts',
    find: 'all.length > MOST_SLIDES',
    replace: 'all.length < 0',
    why: 'nobody gets to the second branch',
    test: PRESENTING_TEST,
    rule: 'EDIT-118',
  },
  {
    name: 'presentation: what a slide folded stays folded',
    file: PRESENTING,
    find: 'present: null, folds, selection',
    replace: 'present: null, selection',
    why: 'who presented has to unfold the map again',
    test: PRESENTING_TEST,
    rule: 'EDIT-117',
  },
  {
    name: 'minimap: a high map is a stroke in it',
    file: 'src/view/minimap.ts',
    find: 'bounds.width * scale < NARROW',
    replace: 'bounds.width * scale < 0',
    why: 'nobody sees where they are in it',
    test: 'src/view/minimap.test.ts',
    rule: 'EDIT-119',
  },
  {
    name: 'from afar: what stands in what stands back is named',
    file: 'src/view/paint-town-plan.ts',
    find: 'at !== null; at = items.get(at)?.parent ?? null) if (faded',
    replace: 'at !== null; at = null) if (faded',
    why: 'a slide has names of another branch',
    test: 'src/view/minimap.test.ts',
    rule: 'EDIT-119',
  },
  {
    name: 'presentation: a list of hundreds is a stroke without words',
    file: PRESENTING,
    find: 'whole.scale >= SMALLEST || ',
    replace: 'whole.scale > 0 || ',
    why: 'a phone that is held across shows lines',
    test: PRESENTING_TEST,
    rule: 'EDIT-117',
  },
  {
    name: 'presentation: what is folded for a slide is kept on the device',
    file: 'src/core/editor-session.ts',
    find: 'if (present !== null || this.#state.present !== null) return;',
    replace: '',
    why: 'a page that is closed while it presents opens folded the next time',
    test: PRESENTING_TEST,
    rule: 'EDIT-117',
  },
] as const;
