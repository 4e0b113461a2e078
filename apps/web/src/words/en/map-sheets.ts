const gestures: readonly (readonly [gesture: string, meaning: string])[] = [
  ['Click, double click', 'Select, edit'],
  ['Drag an item', 'Move it with its branch'],
  ['Alt+drag', 'Move the item only'],
  ['+ beside an item: click, drag', 'New branch, new branch placed there'],
  ['+ with Shift: click, drag', 'Insert parent, move the branch'],
  ['Click a branch line', 'Its colours'],
  ['Drag a branch line or a link', 'Bend it; two clicks straighten it'],
  ['Drag, wheel', 'Pan'],
  ['Ctrl+wheel, pinch', 'Zoom'],
  ['Shift+drag', 'Select what is inside'],
  ['Right click, long press', 'Menu'],
  ['Drop images, files, addresses, text', 'They become items'],
];

/** What the sheets and dialogs of a map say, in English. */
export const mapSheetsEn = {
  note: {
    of: (item: string) => `Note on ${item}`,
    placeholder: 'Write a note',
    /** In their place while no item is selected. */
    choose: 'Select an item to read and write its note.',
    gone: 'Somebody deleted this item. Type on to bring it back, with its note.',
  },
  palette: {
    placeholder: 'What do you want to do?',
    none: 'No matching command',
    item: 'Item',
    /** The command is there, but not now. */
    later: (command: string) => `“${command}” works once an item is selected.`,
    notNow: (command: string) => `“${command}” cannot be done now.`,
  },
  help: {
    preset: 'Same shortcuts as',
    presetName: { standard: 'Bough', coggle: 'Coggle', freemind: 'FreeMind' },
    mouse: 'Mouse and touch',
    find: 'Find a shortcut',
    section: { item: 'Items', text: 'Words', move: 'Moving', select: 'Selecting', edit: 'Editing', view: 'Viewing' },
    gestures,
  },
  link: {
    bar: 'Selected link',
    label: 'Label',
    direction: 'Direction',
    directionName: { none: 'No arrow', end: 'Arrow at its end', both: 'Arrows at both ends' },
    straighten: 'Straighten',
    remove: 'Remove link',
  },
  present: {
    at: (at: number, of: number) => `${at} of ${of}`,
    slides: 'Go to a slide',
    deeper: 'Go into this branch',
    untitled: 'Item without text',
    end: 'End',
  },
  web: {
    label: 'Address',
    set: 'Set link',
    remove: 'Remove link',
    invalid: 'An address starts with https://, http:// or mailto:.',
  },
  icon: {
    search: 'Search icons',
    none: 'No icons found',
    remove: 'No icon',
    icons: 'Icons',
    emoji: 'Emoji',
  },
  outline: {
    row: (level: number, isFolded: boolean) => `Item at level ${level}${isFolded ? ', folded' : ''}`,
    hint: 'Arrows: go and fold. Type or F2: edit. Enter: next item. Tab, Shift+Tab: deeper, higher. Alt+arrows: move.',
    gone: 'Somebody deleted the item you are writing. Type on to bring it back.',
    fold: 'Fold',
    unfold: 'Unfold',
    /** What is said then. */
    folded: 'Folded',
    unfolded: 'Unfolded',
    ways: 'Move the item',
    deeper: 'Indent',
    higher: 'Outdent',
    find: 'Find in the outline',
    endFind: 'End the search',
  },
  history: {
    slider: 'Point in time',
    at: (seq: number, last: number) => `Change ${seq} of ${last}`,
    by: (who: string, when: string) => `${who}, ${when}`,
    start: 'The beginning',
    you: 'You',
    somebody: 'Someone else',
    gone: (name: string) => `${name} (account deleted)`,
    restore: 'Restore this version',
    restored: 'This version was restored. You can undo this.',
    copy: 'Copy to a new map',
    copyTitle: (title: string) => `${title} (copy)`,
    close: 'Back to now',
    failed: 'This version could not be loaded.',
    /** To somebody who may not read it, and came by its address or had it open. */
    notShown: 'You do not have access to the history of this map.',
    older: 'Previous change',
    newer: 'Next change',
  },
  comments: {
    title: 'Comments',
    placeholder: 'Add a comment, or @mention someone',
    /** Of the group of names that can be chosen. */
    names: 'People to notify',
    send: 'Send',
    answer: 'Reply',
    /** The field's label while it answers a thread, and the way to begin another one. */
    answerHere: 'Reply, or @mention someone',
    another: 'Start a new thread',
    resolve: 'Resolve',
    reopen: 'Reopen',
    none: 'No comments yet.',
    choose: 'Select an item to read and write comments on it.',
    gone: 'Somebody deleted this item. Send your comment to bring it back.',
    link: 'Copy link to this comment',
    /** Of a link that leads to a comment which is not there. */
    lost: 'This link leads to a comment that was removed.',
    edit: 'Edit',
    remove: 'Remove',
    /** Below the beginning of long words: shows all of them. */
    more: 'Show more',
    /** Other words for a comment: the field's label, and its buttons. */
    editing: 'Edit comment',
    keep: 'Save',
    leave: 'Cancel',
    /** Of words for a comment of one's own that was removed while they were written, and what can be done with them. */
    removed:
      'This comment was removed while you were editing it. Your words are still here: send them as a new comment, or copy them.',
    ofRemoved: { sayAgain: 'Send as a new comment', discard: 'Discard' },
    /** The list of all threads of a map, and how it is chosen from and ordered. */
    all: 'All comments',
    show: 'Show',
    sort: 'Order',
    choices: { new: 'New', open: 'Open', mine: 'Mine', resolved: 'Resolved', time: 'Newest', items: 'By item' },
    /** Beside a thread, and of the button that shows how many threads have something unread. */
    new: 'New',
    unread: (threads: number) =>
      threads === 1 ? '1 thread with new comments' : `${threads} threads with new comments`,
    noneOf: {
      new: 'You have read all comments.',
      open: 'No open comments. Select an item and write the first one.',
      mine: 'You have written no comments here, and nobody has mentioned you.',
      resolved: 'No resolved comments.',
    },
    /** An item without words. */
    empty: 'Empty item',
  },
  reactions: {
    add: 'Add reaction',
    choose: 'Choose a reaction',
    names: {
      '👍': 'Thumbs up',
      '❤️': 'Heart',
      '🎉': 'Celebration',
      '😄': 'Smile',
      '🤔': 'Thinking',
      '👀': 'Eyes',
    },
    /** Of a sign that these people put there. */
    by: (sign: string, people: string) => `${sign}: ${people}`,
  },
  chat: {
    title: 'Chat',
    list: 'Messages',
    placeholder: 'Message, or @name',
    none: 'No messages yet. What you write here can be read by everyone who may comment.',
    /** Of a link that leads to a message which is not there. */
    lost: 'This link leads to a message that was removed.',
    link: 'Copy link to this message',
    editing: 'Edit message',
    edit: 'Edit message',
    remove: 'Remove message',
    /** Of words for a message of one's own that was removed while they were written, and what can be done with them. */
    gone: 'This message was removed while you were editing it. Your words are still here: send them as a new message, or copy them.',
    sayAgain: 'Send as a new message',
    discard: 'Discard',
    today: 'Today',
    yesterday: 'Yesterday',
    /** Above the first message that is new. */
    new: 'New',
    unread: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
    /** The way to the end of it, while something else is looked at. */
    toEnd: 'Go to the newest message',
    heard: (name: string, text: string) => `${name}: ${text}`,
  },
};

/** What the sheets and dialogs of a map say. */
export type MapSheetsWords = typeof mapSheetsEn;
