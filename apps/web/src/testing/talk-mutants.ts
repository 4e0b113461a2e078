// Lies about the chat and reactions: see mutants.ts.

const CHAT_ROWS = 'src/map/chat/chat-rows.ts';
const ROW_WINDOW = 'src/map/outline/row-window.ts';
const AT_END = 'src/map/chat/at-end.ts';
const EDITS = 'src/map/chat/edits.ts';
const EDITS_TEST = 'src/map/chat/edits.test.ts';
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
    file: ROW_WINDOW,
    find: 'rowAt(tops, top - height)',
    replace: '0',
    why: 'a long chat stands still at each letter',
    test: CHAT_ROWS_TEST,
    rule: 'WEB-29',
  },
  {
    name: 'chat: a row whose height changed keeps its old place',
    file: ROW_WINDOW,
    find: 'Math.abs((known.get(id) ?? Infinity) - height) >= SAME',
    replace: '!known.has(id) && height >= SAME',
    why: 'messages lie over each other as soon as one gets a reaction or an open field',
    test: CHAT_ROWS_TEST,
    rule: 'WEB-29',
  },
  {
    name: 'chat: heights of another width stay',
    file: ROW_WINDOW,
    find: 'if (isAnotherWidth) return measured;',
    replace: '',
    why: 'holes and overlaps stay after the window was made narrower',
    test: CHAT_ROWS_TEST,
    rule: 'WEB-29',
  },
  {
    name: 'chat: a list that became lower leaves its end',
    file: AT_END,
    find: 'end !== null && now.scrollTop > end - NEAR ? end : null',
    replace: 'null',
    why: 'the newest message goes out of sight while one writes the next',
    test: 'src/map/chat/at-end.test.ts',
    rule: 'WEB-38',
  },
  {
    name: 'chat: nobody leaves its end',
    file: AT_END,
    find: 'now.scrollTop > end - NEAR',
    replace: 'now.scrollTop >= 0',
    why: 'who reads back is thrown to the end by each new message',
    test: 'src/map/chat/at-end.test.ts',
    rule: 'WEB-38',
  },
  {
    name: 'chat: a row that is edited leaves the page',
    file: ROW_WINDOW,
    find: 'beyond.size === 0 ? rows',
    replace: 'beyond.size >= 0 ? rows',
    why: 'the keyboard is gone from the field when 200 messages come in',
    test: CHAT_ROWS_TEST,
    rule: 'WEB-29',
  },
  {
    name: 'chat: words for a removed message are in sight nowhere',
    file: EDITS,
    find: '!ids.has(id) &&',
    replace: 'ids.has(id) &&',
    why: 'what one writes is lost when somebody removes the message meanwhile',
    test: EDITS_TEST,
    rule: 'WEB-29',
  },
  {
    name: 'chat: an edit whose words were all taken out is over',
    file: EDITS,
    find: 'text === null ? others',
    replace: "text === null || text === '' ? others",
    why: 'the field closes under the hands of a person who begins anew',
    test: EDITS_TEST,
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
