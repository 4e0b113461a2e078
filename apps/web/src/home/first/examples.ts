/** A map to begin from, as the indented outline that the editor plants into a new map. The first line is the root. */
export interface Example {
  readonly id: string;
  readonly title: string;
  readonly outline: string;
}

/** Three maps worth reading. */
export const examples: readonly Example[] = [
  {
    id: 'sleep',
    title: 'Why do we sleep?',
    outline: `Why do we sleep?
	The body
		Muscles repair
		Growth hormone, mostly before midnight
		The heart beats slower
	The brain
		Memories move house
			From the hippocampus
			To the cortex
		The night watch rinses it
			Twice the flow of fluid
	Its clock
		Light sets it
			Morning light: earlier
			Evening light: later
		Melatonin says when, not how deeply
	What disturbs it
		Coffee: half is left after 6 hours
		Alcohol: asleep sooner, awake at 3
		A warm room
	What helps
		The same hour each day
		A cool, dark room
		A list for tomorrow, on paper`,
  },
  {
    id: 'bakery',
    title: 'A bakery in our street',
    outline: `A bakery in our street
	What we bake
		Sourdough, one kind, perfect
		Rye on Thursdays
		Buns until they are gone
	Who comes
		Before work: 7 to 9
			Want: fast, warm, coffee
		School run
		Saturday: the whole street
	Money
		Oven: second-hand, serviced
		Rent: the corner shop is empty
		Break even at 140 loaves a day
	Who does what
		Mira: dough, nights
		Jonas: counter, accounts
		Saturday help: two students
	First steps
		Bake for the street party
		Ask the landlord
		Visit three bakeries before dawn`,
  },
  {
    id: 'lisbon',
    title: 'Four days in Lisbon',
    outline: `Four days in Lisbon
	Friday
		Land at 11:40
		Lunch: Time Out Market is loud, go to Campo de Ourique
		Sunset at Graça
	Saturday
		Tram 28, early, from Martim Moniz
		Alfama on foot
		Fado, a small place
	Sunday
		Train to Sintra, first one
			Quinta da Regaleira
			Walk down, not up
	Monday
		Gulbenkian garden
		Custard tarts, one last comparison
	Do not forget
		Shoes for cobblestones
		A jumper: the Atlantic is near
	Open questions
		Flat in Graça or Estrela?
		Who brings the camera?`,
  },
];
