import { said } from './said.ts';

/** What is said of a film of the history, fetched with the dialog that offers it. */
export const filmWords = said(
  {
    film: 'Film (WebM)',
    from: 'Starts at',
    starts: { beginning: 'First change', shown: 'Version shown' },
    lasts: (duration: string) => `The film lasts ${duration}. Pauses are shortened; a film lasts 3 minutes at most.`,
    insecure: 'Films can be made only where Bough is opened over HTTPS.',
    unsupported: 'This browser cannot make films. Chrome, Edge, and Firefox 130 or newer can.',
    making: 'Making the film',
    stays: 'The film is made in this browser. Keep this page open.',
    saving: 'Saving the film.',
    failed: 'The film could not be made. Try again, or choose the smaller size.',
  },
  {
    film: 'Film (WebM)',
    from: 'Beginnt mit',
    starts: { beginning: 'Erste Änderung', shown: 'Gezeigter Stand' },
    lasts: (duration) => `Der Film dauert ${duration}. Pausen sind gekürzt; ein Film dauert höchstens 3 Minuten.`,
    insecure: 'Filme entstehen nur, wo Bough über HTTPS geöffnet ist.',
    unsupported: 'Dieser Browser kann keine Filme erstellen. Chrome, Edge und Firefox ab 130 können es.',
    making: 'Film wird erstellt',
    stays: 'Der Film entsteht in diesem Browser. Lass diese Seite offen.',
    saving: 'Film wird gespeichert.',
    failed: 'Der Film konnte nicht erstellt werden. Versuche es noch einmal, oder wähle die kleinere Größe.',
  },
);
