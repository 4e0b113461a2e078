import { type CommandId, COMMANDS, type Editor } from '@bough/editor';
import { COMMAND_NAMES } from '@bough/editor/command-names';
import { useId, useMemo, useState } from 'react';
import { Dialog } from '../../shell/dialog.tsx';
import { PickField } from '../../shell/pick-field.tsx';
import { words } from '../../words/index.ts';
import { keysOf } from './command-keys.ts';
import { matching } from '../find/matching.ts';

interface PaletteProps {
  readonly editor: Editor;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** Every action by its name, with its keys; Enter does the chosen one. */
export function Palette({ editor, onClose, onClosed }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const found = useMemo(() => {
    const able = COMMANDS.filter((command) => command.id !== 'palette' && editor.can(command.id));
    return matching(able, query, (command) => `${words.commands[command.id]} ${COMMAND_NAMES[command.id]}`);
  }, [editor, query]);
  const run = (id: CommandId | undefined) => {
    onClose();
    // After the dialog has given the focus back: what is run may want it.
    if (id !== undefined) setTimeout(() => editor.run(id));
  };
  const chosen = found[Math.min(at, found.length - 1)];
  return (
    <Dialog title={words.panel.palette.title} onClose={onClose} onClosed={onClosed}>
      <PickField
        label={words.panel.palette.placeholder}
        count={found.length}
        chosenId={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
        onQuery={setQuery}
        onAt={setAt}
        onPick={() => run(chosen?.id)}
        {...{ query, at, listId }}
      />
      <ul className="palette" id={listId} role="listbox" aria-label={words.panel.palette.title}>
        {found.map((command) => (
          <li
            key={command.id}
            id={`${listId}-${command.id}`}
            role="option"
            aria-selected={command === chosen}
            ref={command === chosen ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => run(command.id)}
          >
            <span>{words.commands[command.id]}</span>
            <kbd>{keysOf(command.id)}</kbd>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p role="status">{words.panel.palette.none}</p> : null}
    </Dialog>
  );
}
