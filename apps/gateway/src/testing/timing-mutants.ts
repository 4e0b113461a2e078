// Small lies in what answers say of their times; mutants.ts has them among its own.

const TIMING = '../../packages/service/src/context/timing.ts';
const times = { test: 'src/http/server-timing.test.ts', isInTree: true } as const;
const parts = { test: '../../packages/service/src/context/timing.test.ts', isInTree: true } as const;

export const timingMutants = [
  {
    name: 'times: nobody counts the database',
    file: 'src/metadata/timed-metadata.ts',
    find: "timingNow()?.wait('database')",
    replace: "timingNow()?.wait('')",
    why: 'a slow database is taken for a slow gateway',
    rule: 'GW-580',
    ...times,
  },
  {
    name: 'times: nobody counts the storage',
    file: '../docstore/src/watch/store-metrics.ts',
    find: "        timingNow()?.gather('storage', tookMs);\n",
    replace: '',
    why: 'a slow storage is taken for a slow docstore',
    rule: 'GW-580',
    ...times,
  },
  {
    name: 'times: what is waited for at once counts twice',
    file: TIMING,
    find: 'if (each.open++ === 0) each.sinceMs = beganMs;',
    replace: '[each.open, each.sinceMs] = [1, beganMs];',
    why: 'the hops of a request take longer than the request',
    rule: 'SVC-98',
    ...parts,
  },
  {
    name: "times: storage is not taken off docstore's time",
    file: TIMING,
    find: '(ms - storageMs).toFixed(1)',
    replace: 'ms.toFixed(1)',
    why: 'docstore is blamed for its storage',
    rule: 'SVC-98',
    ...parts,
  },
];
