// Small lies in how mails are named, written and sent, each of which the tests of the rule that it names must notice.
// `npm run mutants -- mailer` tells one after the other in a scratch copy of this app. `find` stands exactly once in the file.

const LETTER = 'src/letters/letter.ts';
const test = 'src/letters/changes.test.ts';

export const mutants = {
  run: ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--testTimeout', '60000'],
  mutants: [
    {
      name: 'changes: the German mail says in English what was done',
      file: 'src/letters/change-words.ts',
      find: 'sayDone(done, below, language)',
      replace: "sayDone(done, below, 'en')",
      why: 'half of the mail is in another language',
      test,
      rule: 'MAIL-63',
    },
    {
      name: 'changes: the picture is left behind',
      file: 'src/sending/transport.ts',
      find: 'mail.picture === null ? [] : [pictureIn(mail.picture)]',
      replace: '[]',
      why: 'the mail shows a broken image',
      test,
      rule: 'MAIL-63',
    },
    {
      name: 'changes: the picture stays when the mail is sent',
      file: 'src/outbox/sqlite-outbox.ts',
      find: 'picture = NULL, claim = NULL',
      replace: 'claim = NULL',
      why: 'pictures of maps lie in the outbox for a month',
      test,
      rule: 'MAIL-63',
    },
    {
      name: 'changes: they are counted with invitations, and refused with them',
      file: LETTER,
      find: "topic: 'watched', noMore",
      replace: "topic: 'others', noMore",
      why: 'who wants no invitations hears nothing of the maps that they chose to watch',
      test,
      rule: 'MAIL-64',
    },
    {
      name: 'changes: no link ends them',
      file: LETTER,
      find: "return { to, topic: 'watched', noMore, picture,",
      replace: "return { to, topic: 'watched', noMore: null, picture,",
      why: 'the mail program has no button for it',
      test,
      rule: 'MAIL-64',
    },
    {
      name: 'ids: one may begin with a dash',
      file: 'src/outbox/mail-id.ts',
      find: "while (id.startsWith('-')) id = ids.short();",
      replace: '',
      why: 'one mail of 64 can neither be shown nor sent again',
      test: 'src/outbox/mail-id.test.ts',
      rule: 'MAIL-65',
    },
    {
      name: 'commands: who looks for emails begins an outbox',
      file: 'src/commands/main.ts',
      find: 'if (ABOUT_MAILS.has(words[0])) mustHaveMails(settings);',
      replace: '',
      why: 'where BOUGH_DATA was mistyped no email failed, and that the file is gone is never told',
      test: 'src/commands/never-used.test.ts',
      rule: 'MAIL-66',
    },
  ],
};
