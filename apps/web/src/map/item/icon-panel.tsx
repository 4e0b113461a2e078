import type { Editor, EditorSnapshot } from '@bough/editor';
import type { IconName } from '@bough/figures/icons';
import { useState } from 'react';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { useEmoji } from './emoji.ts';
import { useLineIcons } from './line-icons.ts';
import { Popover } from './popover.tsx';

interface IconPanelProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

const EMOJI_SHOWN = 160;
const ICONS_SHOWN = 96;

/** The sign before an item's words, found by name: an icon or an emoji. */
export function IconPanel({ editor, snapshot, at, onClose }: IconPanelProps) {
  const [query, setQuery] = useState('');
  const icons = useLineIcons(query, ICONS_SHOWN);
  const emoji = useEmoji(query, EMOJI_SHOWN);
  const { icon } = sheetWords();
  const chosen = snapshot.focused?.icon ?? null;
  const choose = (sign: string | null) => {
    editor.setFields({ icon: sign });
    onClose();
  };
  return (
    <Popover at={at} label={words.commands.icon} onClose={onClose}>
      <input
        className="field"
        autoFocus
        aria-label={icon.search}
        placeholder={icon.search}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          const first = icons[0]?.name ?? emoji[0]?.sign;
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Or the key would still be typed, into the words that get the keyboard.
          event.preventDefault();
          if (first !== undefined) choose(first);
        }}
      />
      <div className="icon-list">
        <Icons {...{ icons, chosen, choose }} />
        {emoji.length === 0 ? null : (
          <div className="icon-grid" role="group" aria-label={icon.emoji}>
            {emoji.map(({ sign, name }) => (
              <Sign key={sign} name={name} isChosen={chosen === sign} onChoose={() => choose(sign)}>
                {sign}
              </Sign>
            ))}
          </div>
        )}
        {icons.length + emoji.length === 0 && query !== '' ? <p className="hint">{icon.none}</p> : null}
      </div>
      {chosen === null ? null : (
        <button type="button" className="button" onClick={() => choose(null)}>
          {icon.remove}
        </button>
      )}
    </Popover>
  );
}

interface IconsProps {
  readonly icons: readonly IconName[];
  readonly chosen: string | null;
  readonly choose: (name: string) => void;
}

function Icons({ icons, chosen, choose }: IconsProps) {
  if (icons.length === 0) return null;
  return (
    <div className="icon-grid" role="group" aria-label={sheetWords().icon.icons}>
      {icons.map(({ name, lines }) => (
        <Sign key={name} name={name.replaceAll('-', ' ')} isChosen={chosen === name} onChoose={() => choose(name)}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            {lines.map((line) => (
              <path key={line} d={line} />
            ))}
          </svg>
        </Sign>
      ))}
    </div>
  );
}

interface SignProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: React.ReactNode;
}

function Sign({ name, isChosen, onChoose, children }: SignProps) {
  return (
    <button type="button" aria-label={name} title={name} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  );
}
