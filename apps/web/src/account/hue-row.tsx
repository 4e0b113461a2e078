import { useId } from 'react';
import { accountPageWords } from '../words/screens/account-page-words.ts';
import { colourWords } from '../words/screens/colour-words.ts';

const HUES = [0, 1, 2, 3, 4, 5, 6, 7] as const;

/** The eight colours of branches, as dots to choose one of. */
export function HueRow({ hue, onHue }: { readonly hue: number; readonly onHue: (hue: number) => void }) {
  const name = useId();
  return (
    <fieldset className="hues">
      <legend>{accountPageWords().colour}</legend>
      {HUES.map((each) => (
        <label key={each} className="hue" data-hue={each}>
          <input
            type="radio"
            name={name}
            aria-label={colourWords().names[each] ?? ''}
            checked={each === hue}
            onChange={() => onHue(each)}
          />
        </label>
      ))}
    </fieldset>
  );
}
