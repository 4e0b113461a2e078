/** What the people of the pictures wrote: the maps, as outlines, and what else their items have. */

/** A map: its outline, and the fields of items besides their words. */
export interface Story {
  readonly outline: string;
  readonly fields?: Readonly<Record<string, object>>;
}

/** The map that most pictures show: with icons, a note, an address, and a link. */
export const BAKERY: Story = {
  outline: `A bakery in our street
\tWhat we bake
\t\tSourdough, one kind, perfect
\t\tRye on Thursdays
\t\tBuns until they are gone
\tWho comes
\t\tBefore work: 7 to 9
\t\t\tWant: fast, warm, coffee
\t\tSchool run
\t\tSaturday: the whole street
\tMoney
\t\tOven: second-hand, serviced
\t\tRent: the corner shop is empty
\t\tBreak even at 140 loaves a day
\tWho does what
\t\tMira: dough, nights
\t\tJonas: counter, accounts
\t\tSaturday help: two students
\tFirst steps
\t\tBake for the street party
\t\tAsk the bank
\t\tSign the lease`,
  fields: {
    'What we bake': { side: 'right' },
    'Who comes': { side: 'right' },
    Money: { side: 'right' },
    'Who does what': { side: 'left' },
    'First steps': { side: 'left' },
    'Sourdough, one kind, perfect': { icon: '✅' },
    'Oven: second-hand, serviced': { note: 'Two offers, both with a year of warranty.' },
    'Rent: the corner shop is empty': { href: 'https://example.org/shop' },
    'Break even at 140 loaves a day': { icon: '❓' },
    'Bake for the street party': { icon: '1️⃣' },
    'Ask the bank': { icon: '2️⃣' },
    'Sign the lease': { icon: '3️⃣' },
  },
};

export const SLEEP: Story = {
  outline:
    'Why do we sleep?\n\tThe body\n\t\tMuscles repair\n\t\tThe heart beats slower\n\tThe brain\n\t\tMemories move house\n\t\tThe night watch rinses it\n\tWhat helps\n\t\tThe same hour each day\n\t\tA cool, dark room',
};

export const LISBON: Story = {
  outline:
    'Weekend in Lisbon\n\tThings to see\n\t\tAlfama, on foot\n\t\tThe tile museum\n\tFood\n\t\tPastéis de nata\n\t\tGrilled sardines\n\tGetting there\n\t\tNight train to Hendaye',
};

export const BOOKS: Story = {
  outline: 'Book club\n\tRead\n\t\tMiddlemarch\n\t\tThe Leopard\n\tNext\n\t\tAusterlitz\n\tWho brings cake\n\t\tJonas',
};

export const MOVING: Story = {
  outline:
    'Moving house\n\tBefore\n\t\tBoxes\n\t\tVan for the 14th\n\tThe day\n\t\tKeys\n\t\tPizza\n\tAfter\n\t\tNew address to the bank',
};

const PLACES = 'North East South West Harbour Old_town Hills Valley Islands Coast Lakes Forest'.split(' ');
const THINGS = 'Paths Birds Weather Houses Stories Food'.split(' ');

/** A map of 12 branches, each with 6, each with 5: 445 items. */
export const ATLAS: Story = {
  outline: [
    'Atlas of the bay',
    ...PLACES.flatMap((place) => [
      `\t${place.replace('_', ' ')}`,
      ...THINGS.flatMap((thing) => [
        `\t\t${thing}`,
        ...['first', 'second', 'third', 'fourth', 'fifth'].map(
          (nth) => `\t\t\tThe ${nth} of the ${thing.toLowerCase()}`,
        ),
      ]),
    ]),
  ].join('\n'),
};
