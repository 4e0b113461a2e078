// Small lies in the index of words; mutants.ts has them among its own.

export const wordMutants = [
  {
    name: 'words: of a map that was removed forever is still indexed',
    file: 'src/features/maps/purge-map.ts',
    find: '  indexing.removed(map);',
    replace: '',
    why: 'for half an hour whatever is removed is asked for once more, and the log tells of trouble that is none',
    rule: 'GW-589',
    test: 'src/features/search-index/removed-maps.test.ts',
    isInTree: true,
  },
  {
    name: 'words: other gateways index a map that was removed forever',
    file: 'src/features/search-index/stale-maps.ts',
    find: "    if (read?.['isGone'] === true) this.#onGone(map);",
    replace: '',
    why: 'the gateway where it was drawn asks for what is gone',
    rule: 'GW-589',
    test: 'src/features/search-index/stale-maps.test.ts',
  },
] as const;
