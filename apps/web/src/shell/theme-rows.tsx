import { words } from '../words/index.ts';
import { MenuRow } from './menu.tsx';
import { chooseTheme, type ThemeChoice, useTheme } from './theme.ts';

const CHOICES: readonly ThemeChoice[] = ['device', 'light', 'dark'];

/** The three themes as rows of a menu. */
export function ThemeRows({ onChoose }: { readonly onChoose: () => void }) {
  const { choice } = useTheme();
  return CHOICES.map((each) => (
    <MenuRow
      key={each}
      isChecked={each === choice}
      onChoose={() => {
        chooseTheme(each);
        onChoose();
      }}
    >
      {words.theme[each]}
      {each === choice ? ' ✓' : ''}
    </MenuRow>
  ));
}
