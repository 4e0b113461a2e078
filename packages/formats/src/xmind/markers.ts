import { saysField } from '../shared/field-places.ts';

// XMind's markers that have an emoji of the same meaning, one name for each emoji.

const MARKERS: readonly (readonly [string, string])[] = [
  ['priority-1', '1️⃣'],
  ['priority-2', '2️⃣'],
  ['priority-3', '3️⃣'],
  ['priority-4', '4️⃣'],
  ['priority-5', '5️⃣'],
  ['priority-6', '6️⃣'],
  ['priority-7', '7️⃣'],
  ['priority-8', '8️⃣'],
  ['priority-9', '9️⃣'],
  ['smiley-smile', '🙂'],
  ['smiley-laugh', '😄'],
  ['smiley-angry', '😠'],
  ['smiley-cry', '😢'],
  ['smiley-surprise', '😮'],
  ['smiley-boring', '😐'],
  ['flag-red', '🚩'],
  ['flag-orange', '🟠'],
  ['flag-yellow', '🟡'],
  ['flag-green', '🟢'],
  ['flag-blue', '🔵'],
  ['flag-purple', '🟣'],
  ['star-red', '🌟'],
  ['star-yellow', '⭐'],
  ['people-red', '👤'],
  ['people-blue', '👥'],
  ['arrow-up', '⬆️'],
  ['arrow-down', '⬇️'],
  ['arrow-left', '⬅️'],
  ['arrow-right', '➡️'],
  ['arrow-refresh', '🔄'],
  ['symbol-plus', '➕'],
  ['symbol-minus', '➖'],
  ['symbol-question', '❓'],
  ['symbol-attention', '❗'],
  ['symbol-wrong', '❌'],
  ['symbol-right', '✅'],
  ['symbol-pause', '⏸️'],
  ['c_symbol_like', '👍'],
  ['c_symbol_dislike', '👎'],
  ['c_symbol_heart', '❤️'],
  ['c_symbol_music', '🎵'],
  ['c_symbol_money', '💰'],
  ['c_symbol_line_graph', '📈'],
  ['c_symbol_flight', '✈️'],
  ['other-bomb', '💣'],
  ['other-calendar', '📅'],
  ['other-clock', '🕒'],
  ['other-coffee-cup', '☕'],
  ['other-email', '✉️'],
  ['other-lightbulb', '💡'],
  ['other-lock', '🔒'],
  ['other-phone', '📞'],
];
const FREE = MARKERS.filter(([name]) => !saysField('xmind', name));
const EMOJI: ReadonlyMap<string, string> = new Map(FREE);
const NAMES: ReadonlyMap<string, string> = new Map(FREE.map(([name, emoji]) => [emoji, name]));

/** The emoji of a marker, or undefined. */
export function emojiOfMarker(name: string): string | undefined {
  return EMOJI.get(name);
}

/** The marker of an emoji, or undefined. */
export function markerOf(emoji: string): string | undefined {
  return NAMES.get(emoji);
}
