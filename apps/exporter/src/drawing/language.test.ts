import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test('[EXP-22] the language of a map is guessed from its script or its small words, and not where neither is clear', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['How to read the map, and what it is for', 'en'],
    ['Wie man die Karte liest und was das für ein Weg ist', 'de'],
    ['Что это и как это работает на карте', 'ru'],
    ['思维导图', 'zh'],
    ['思維とカタカナの地図', 'ja'],
    ['한국어 생각', 'ko'],
    ['خريطة ذهنية', 'ar'],
    ['מפת חשיבה', 'he'],
    ['विचार', 'hi'],
    ['ความคิด', 'th'],
    ['χάρτης', 'el'],
    ['Rivers', 'und-Latn'],
    ['Београд', 'und-Cyrl'],
    ['12 + 3', 'und'],
    ['', 'und'],
  ];
  for (const [text, language] of cases) expect([text, languageOf([text])]).toEqual([text, language]);
});
