import { said } from './said.ts';

/** What is said of somebody whose view one has, or may have. */
export const followingWords = said(
  {
    follows: (name: string) => `You see what ${name} sees.`,
    presents: (name: string) => `${name} is presenting.`,
    left: (name: string) => `${name} has left.`,
    stop: 'Stop following',
    watch: 'Follow',
    followsYou: 'follows you',
    presenting: 'is presenting',
    all: 'Follow somebody',
  },
  {
    follows: (name) => `Du siehst, was ${name} sieht.`,
    presents: (name) => `${name} präsentiert.`,
    left: (name) => `${name} ist gegangen.`,
    stop: 'Nicht mehr folgen',
    watch: 'Folgen',
    followsYou: 'folgt dir',
    presenting: 'präsentiert',
    all: 'Jemandem folgen',
  },
);
