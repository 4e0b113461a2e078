import { saysField } from '../shared/field-places.ts';

// FreeMind's and Freeplane's built-in icons that have an emoji of the same meaning. One name for each emoji, so that what is read
// is written as it was; second names of one emoji stay with the item instead.

const ICONS: readonly (readonly [string, string])[] = [
  ['button_ok', '✅'],
  ['button_cancel', '❌'],
  ['yes', '❗'],
  ['help', '❓'],
  ['idea', '💡'],
  ['messagebox_warning', '⚠️'],
  ['stop-sign', '🛑'],
  ['closed', '⛔'],
  ['info', 'ℹ️'],
  ['full-1', '1️⃣'],
  ['full-2', '2️⃣'],
  ['full-3', '3️⃣'],
  ['full-4', '4️⃣'],
  ['full-5', '5️⃣'],
  ['full-6', '6️⃣'],
  ['full-7', '7️⃣'],
  ['full-8', '8️⃣'],
  ['full-9', '9️⃣'],
  ['full-0', '0️⃣'],
  ['stop', '🔴'],
  ['prepare', '🟡'],
  ['go', '🟢'],
  ['back', '⬅️'],
  ['forward', '➡️'],
  ['up', '⬆️'],
  ['down', '⬇️'],
  ['attach', '📎'],
  ['ksmiletris', '🙂'],
  ['smiley-angry', '😠'],
  ['smiley-neutral', '😐'],
  ['smiley-oh', '😮'],
  ['smily_bad', '🙁'],
  ['clanbomber', '💣'],
  ['desktop_new', '🖥️'],
  ['gohome', '🏠'],
  ['kaddressbook', '📒'],
  ['knotify', '🔔'],
  ['korn', '📫'],
  ['Mail', '✉️'],
  ['password', '🔑'],
  ['pencil', '✏️'],
  ['wizard', '🪄'],
  ['xmag', '🔍'],
  ['bell', '🛎️'],
  ['bookmark', '🔖'],
  ['penguin', '🐧'],
  ['licq', '💐'],
  ['freemind_butterfly', '🦋'],
  ['broken-line', '💔'],
  ['calendar', '📅'],
  ['clock', '🕒'],
  ['hourglass', '⌛'],
  ['launch', '🚀'],
  ['flag', '🚩'],
  ['flag-blue', '🔵'],
  ['flag-black', '🏴'],
  ['flag-green', '💚'],
  ['flag-orange', '🟠'],
  ['flag-pink', '🌸'],
  ['flag-yellow', '💛'],
  ['edit', '📝'],
  ['list', '📋'],
  ['folder', '📁'],
  ['family', '👪'],
  ['female1', '👩'],
  ['male1', '👨'],
  ['group', '👥'],
  ['executable', '⚙️'],
];
const FREE = ICONS.filter(([name]) => !saysField('mm', name));
const EMOJI: ReadonlyMap<string, string> = new Map(FREE);
const NAMES: ReadonlyMap<string, string> = new Map(FREE.map(([name, emoji]) => [emoji, name]));

/** The emoji of a built-in icon, or undefined. */
export function emojiOf(name: string): string | undefined {
  return EMOJI.get(name);
}

/** The built-in icon of an emoji, or undefined. */
export function iconOf(emoji: string): string | undefined {
  return NAMES.get(emoji);
}
