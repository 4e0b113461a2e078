// Small lies in what `doctor` sees from outside; mutants.ts has them among its own.

const outside = {
  file: 'src/commands/doctor-outside.ts',
  test: 'src/commands/doctor-outside.test.ts',
  rule: 'DOC-263',
} as const;

export const doctorMutants = [
  {
    name: 'doctor: whatever answers is a Bough',
    find: 'if (protocol !== null)\n',
    replace: 'if (answer !== null)\n',
    why: 'a proxy that takes our headers away is called well, and pages never know when to reload',
    ...outside,
  },
  {
    name: 'doctor: a cookie that a proxy has changed arrives as it was set',
    find: 'if (lacking.length === 0) return',
    replace: 'if (lacking.length >= 0) return',
    why: 'scripts can read sessions, and doctor says that all is well',
    ...outside,
  },
  {
    name: 'doctor: no TLS is well anywhere',
    find: "const isHere = hostname === 'localhost' || hostname.startsWith('127.');",
    replace: "const isHere = hostname !== '';",
    why: 'passwords travel in the open, and doctor says that all is well',
    ...outside,
  },
  {
    name: 'doctor: what cannot be seen to be kept from the world is kept',
    find: 'answers.every((answer) => answer !== null && answer.status === 404)',
    replace: 'answers.every((answer) => answer === null || answer.status === 404)',
    why: 'the world reads metrics behind a certificate that doctor does not take',
    ...outside,
  },
];
