// Lies about the chat and reactions: see mutants.ts.

const CHAT_ROWS = 'src/map/chat/chat-rows.ts';
const CHAT_ROWS_TEST = 'src/map/chat/chat-rows.test.ts';

export const talkMutants = [
  {
    name: 'addresses: one of a message leads nowhere',
    file: 'src/shell/screen.ts',
    find: 'return { message: chat[1] ?? null };',
    replace: 'return null;',
    why: 'an email about the chat opens the map alone',
    test: 'src/shell/screen.test.ts',
    rule: 'WEB-29',
  },
  {
    name: 'chat: a day begins with each message',
    file: CHAT_ROWS,
    find: 'dayOf(before.at) !== dayOf(message.at)',
    replace: 'before.at !== message.at',
    why: 'days stand between the words of one minute',
    test: CHAT_ROWS_TEST,
    rule: 'WEB-29',
  },
  {
    name: 'chat: all messages are in the page',
    file: 'src/map/outline/row-window.ts',
    find: 'rowAt(tops, top - height)',
    replace: '0',
    why: 'a long chat stands still at each letter',
    test: CHAT_ROWS_TEST,
    rule: 'WEB-29',
  },
  {
    name: 'chat: one’s own messages are new',
    file: 'src/map/comments/unread.ts',
    find: 'slice(last + 1).filter(({ author }) => !isMe(author))',
    replace: 'slice(last + 1)',
    why: 'the menu counts what one has written oneself',
    test: 'src/map/comments/unread.test.ts',
    rule: 'WEB-29',
  },
  {
    name: 'reactions: anybody’s sign is one’s own',
    file: 'src/map/comments/pills.ts',
    find: 'people.includes(person)',
    replace: 'people.length > 0',
    why: 'a press on the sign of another takes nothing away and adds nothing',
    test: 'src/map/comments/pills.test.ts',
    rule: 'WEB-28',
  },
];
