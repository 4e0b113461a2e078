// Small lies in what a gateway tells docstore of the others; mutants.ts has them among its own.

export const newsMutants = [
  {
    name: 'news: a gateway does not say whom it hears',
    file: 'src/features/rooms/room-news.ts',
    find: 'heard: bus.heard()',
    replace: 'heard: []',
    why: 'each gateway is said to be deaf for ever, and all look twice a second',
    test: 'src/features/rooms/room-news.test.ts',
    rule: 'GW-590',
  },
  {
    name: 'news: a gateway that fell silent is heard still',
    file: 'src/bus/peers.ts',
    find: 'nowMs - heardMs > SILENT_MS ? [] : [peer]',
    replace: 'nowMs < heardMs ? [] : [peer]',
    why: 'when it is taken as gone, nobody looks for what it does',
    test: 'src/bus/peers.test.ts',
    rule: 'GW-130',
  },
] as const;
