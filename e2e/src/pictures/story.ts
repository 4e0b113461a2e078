/** What the people of the pictures wrote: the maps, as files and outlines that the page takes in. */

/** The map that most pictures show, as Freeplane would write it: icons, a note, a colour, an address and an arrow. */
export const BAKERY = `<map version="freeplane 1.11"><node TEXT="A bakery in our street">
<node TEXT="What we bake" POSITION="right">
  <node TEXT="Sourdough, one kind, perfect" ID="dough"><icon BUILTIN="button_ok"/></node>
  <node TEXT="Rye on Thursdays"/>
  <node TEXT="Buns until they are gone"/>
</node>
<node TEXT="Who comes" POSITION="right">
  <node TEXT="Before work: 7 to 9"><node TEXT="Want: fast, warm, coffee"/></node>
  <node TEXT="School run"/>
  <node TEXT="Saturday: the whole street"/>
</node>
<node TEXT="Money" POSITION="right">
  <node TEXT="Oven: second-hand, serviced"><richcontent TYPE="NOTE"><html><body><p>Two offers, both with a year of warranty.</p></body></html></richcontent></node>
  <node TEXT="Rent: the corner shop is empty" LINK="https://example.org/shop"/>
  <node TEXT="Break even at 140 loaves a day" ID="even"><icon BUILTIN="help"/></node>
</node>
<node TEXT="Who does what" POSITION="left">
  <node TEXT="Mira: dough, nights"><arrowlink DESTINATION="dough"/></node>
  <node TEXT="Jonas: counter, accounts"/>
  <node TEXT="Saturday help: two students"/>
</node>
<node TEXT="First steps" POSITION="left">
  <node TEXT="Bake for the street party"><icon BUILTIN="full-1"/></node>
  <node TEXT="Ask the bank"><icon BUILTIN="full-2"/></node>
  <node TEXT="Sign the lease"><icon BUILTIN="full-3"/></node>
</node>
</node></map>`;

export const OUTLINES: readonly string[] = [
  'Why do we sleep?\n\tThe body\n\t\tMuscles repair\n\t\tThe heart beats slower\n\tThe brain\n\t\tMemories move house\n\t\tThe night watch rinses it\n\tWhat helps\n\t\tThe same hour each day\n\t\tA cool, dark room',
  'Weekend in Lisbon\n\tThings to see\n\t\tAlfama, on foot\n\t\tThe tile museum\n\tFood\n\t\tPastéis de nata\n\t\tGrilled sardines\n\tGetting there\n\t\tNight train to Hendaye',
  'Book club\n\tRead\n\t\tMiddlemarch\n\t\tThe Leopard\n\tNext\n\t\tAusterlitz\n\tWho brings cake\n\t\tJonas',
  'Moving house\n\tBefore\n\t\tBoxes\n\t\tVan for the 14th\n\tThe day\n\t\tKeys\n\t\tPizza\n\tAfter\n\t\tNew address to the bank',
];

const PLACES = 'North East South West Harbour Old_town Hills Valley Islands Coast Lakes Forest'.split(' ');
const THINGS = 'Paths Birds Weather Houses Stories Food'.split(' ');

/** A map of 12 branches, each with 6, each with 5: 445 items. */
export const ATLAS = [
  'Atlas of the bay',
  ...PLACES.flatMap((place) => [
    `\t${place.replace('_', ' ')}`,
    ...THINGS.flatMap((thing) => [
      `\t\t${thing}`,
      ...['first', 'second', 'third', 'fourth', 'fifth'].map((nth) => `\t\t\tThe ${nth} of the ${thing.toLowerCase()}`),
    ]),
  ]),
].join('\n');
