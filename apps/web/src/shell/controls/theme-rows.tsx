import { Check } from 'lucide-react';
import { words } from '../../words/index.ts';
import { MenuRow } from './menu.tsx';
import { chooseTheme, type ThemeChoice, useTheme } from '../theme.ts';

const CHOICES: readonly ThemeChoice[] = ['device', 'light', 'dark'];

/** The three themes as rows of a menu. */
export function ThemeRows({ onChoose }: { readonly onChoose: () => void }) {
  const { choice } = useTheme();
  return CHOICES.map((each) => (
    <MenuRow
      key={each}
      icon={<Check className="menu-check" size={16} strokeWidth={1.5} aria-hidden="true" />}
      isChecked={each === choice}
      onChoose={() => {
        chooseTheme(each);
        onChoose();
      }}
    >
      {words.theme[each]}
    </MenuRow>
  ));
}
