import type { CommandId } from '@bough/editor';
import { ArrowDown, ArrowUp, ListIndentDecrease, ListIndentIncrease } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { keysHere } from '../commands/command-keys.ts';
import type { ShownRow } from './shown-rows.ts';

interface OutlineWaysProps {
  /** The one that has the keyboard, or had it last. */
  readonly row: ShownRow | undefined;
  readonly onRun: (command: CommandId) => void;
}

/** Where the row may go, for fingers: what Tab, Shift+Tab and Alt with an arrow do. */
export function OutlineWays({ row, onRun }: OutlineWaysProps) {
  const { outline } = sheetWords();
  const way = (command: CommandId, name: string, keys: string, isOpen: boolean, sign: ReactNode) => (
    <IconButton name={name} keys={keysHere(keys)} isDisabled={!isOpen} onPress={() => onRun(command)}>
      {sign}
    </IconButton>
  );
  const { level = 1, place = 1, of = 1 } = row ?? {};
  const look = { size: 18, strokeWidth: 1.5 };
  return (
    // The keyboard, and on a phone the one on the screen, stays with the row.
    <div
      className="outline-ways"
      role="toolbar"
      aria-label={outline.ways}
      onMouseDown={(event) => event.preventDefault()}
    >
      {way('promote', outline.higher, 'Shift+Tab', level > 2, <ListIndentDecrease {...look} />)}
      {way('demote', outline.deeper, 'Tab', level > 1 && of > 1, <ListIndentIncrease {...look} />)}
      {way('move-up', words.commands['move-up'], 'Alt+ArrowUp', place > 1, <ArrowUp {...look} />)}
      {way('move-down', words.commands['move-down'], 'Alt+ArrowDown', place < of, <ArrowDown {...look} />)}
    </div>
  );
}
