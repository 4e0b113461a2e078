const WORDS =
  'the of and to in is it for on with as this by from or at are not but what all when we there can more if no out so up said ' +
  'about who get which go me people make time just know take year your good some could see other than then now look only come ' +
  'over think also back after use two how our work first well way even new want because any give day most plan team budget ' +
  'risk launch design customer question answer idea meeting draft review release market story chapter garden travel kitchen ' +
  'school music history science energy water light river mountain winter summer number letter table window paper machine';
const VOCABULARY = WORDS.split(' ');

/** A common word and the space after it, at random: what people type does not repeat itself. */
export function nextWord(): string {
  return `${VOCABULARY[Math.floor(Math.random() * VOCABULARY.length)] ?? ''} `;
}
