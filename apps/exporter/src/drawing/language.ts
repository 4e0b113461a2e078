// The language that a map is most likely written in: what programs that read a document aloud go by. By its script where only one language
// has that, else by the small words that each language is full of. A guess that is not clear is none.

const ENOUGH_WORDS = 3;

/** A script, and the language that has it; without one the script is said alone. */
const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Cyrillic}/gu, 'und-Cyrl'],
  [/\p{Script=Latin}/gu, 'und-Latn'],
];

const SMALL_WORDS: Readonly<Record<string, readonly (readonly [string, ReadonlySet<string>])[]>> = {
  'und-Latn': [
    ['en', new Set('the and of to is for with not what how are this from'.split(' '))],
    ['de', new Set('der die das und ist nicht mit für ein eine zu auf von wie'.split(' '))],
    ['fr', new Set('le les des et est une dans pour avec qui sur pas du'.split(' '))],
    ['es', new Set('el los las y es una del con por para que como'.split(' '))],
    ['it', new Set('il gli della di è una per con che non sono come'.split(' '))],
    ['pt', new Set('os uma do da não com para que em como ao'.split(' '))],
    ['nl', new Set('het een van en niet met voor op zijn hoe wat'.split(' '))],
    ['pl', new Set('i w na nie się jest z do jak dla'.split(' '))],
  ],
  'und-Cyrl': [
    ['ru', new Set('и в не на что с как это для по'.split(' '))],
    ['uk', new Set('і в не на що з як це для та є'.split(' '))],
  ],
};

/** Letters that are looked at: a guess is no better for more. */
const MOST_LETTERS = 20_000;

/** As BCP 47; `und` when nothing says it. */
export function languageOf(texts: Iterable<string>): string {
  const text = beginningOf(texts);
  const counts = SCRIPTS.map(([script, language]) => ({ language, count: text.match(script)?.length ?? 0 }));
  // Japanese has more Chinese characters than its own.
  const kana = counts.find(({ language }) => language === 'ja')?.count ?? 0;
  const weighed = counts.map(({ language, count }) => ({
    language,
    count: language === 'ja' && kana > 0 ? count + (counts.find((one) => one.language === 'zh')?.count ?? 0) : count,
  }));
  const most = weighed.reduce((best, one) => (one.count > best.count ? one : best), { language: 'und', count: 0 });
  return bySmallWords(text, most.language) ?? most.language;
}

function beginningOf(texts: Iterable<string>): string {
  let text = '';
  for (const one of texts) {
    if (text.length > MOST_LETTERS) break;
    text += `${one.slice(0, MOST_LETTERS)}\n`;
  }
  return text;
}

/** The language whose small words are clearly the most. */
function bySmallWords(text: string, script: string): string | null {
  const languages = SMALL_WORDS[script];
  if (languages === undefined) return null;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = languages
    .map(([language, small]) => ({ language, count: words.filter((word) => small.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (first === undefined || second === undefined) return null;
  return first.count >= ENOUGH_WORDS && first.count >= 2 * second.count ? first.language : null;
}
