import { type CommandId, COMMANDS, type Editor, type EditorSnapshot } from '@bough/editor';
import { SYNONYMS } from '@bough/editor/command-synonyms';
import { useId, useMemo, useRef, useState } from 'react';
import { Dialog } from '../../shell/messages/dialog.tsx';
import { PickField } from '../../shell/controls/pick-field.tsx';
import { en } from '../../words/en/en.ts';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { keysOf } from './command-keys.ts';
import { matching } from '../find/matching.ts';
import { noteRecent, recentFirst } from './recent.ts';

interface PaletteProps {
  readonly editor: Editor;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

type ItemId = EditorSnapshot['selection'][number];

/** What is chosen among: an action, or an item of the map. */
type Choice =
  | { readonly kind: 'command'; readonly id: CommandId; readonly name: string }
  | { readonly kind: 'item'; readonly id: ItemId; readonly name: string };

/** So many items at most, below the actions. */
const MOST_ITEMS = 12;

/** Every action by what people call it, with its keys, those done last first; and the map's items. Enter does or shows the chosen one. */
export function Palette({ editor, onClose, onClosed }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const found = useMemo(() => choicesFor(editor, query), [editor, query]);
  const taken = useRef<Choice | undefined>(undefined);
  const take = (choice: Choice | undefined) => {
    taken.current = choice;
    if (choice?.kind === 'command') noteRecent(choice.id);
    onClose();
  };
  // Once the dialog has given the focus back, for what is run may want it; and before the next key, which is meant for what it leads to.
  const run = () => {
    onClosed();
    const choice = taken.current;
    if (choice?.kind === 'command') editor.run(choice.id);
    else if (choice !== undefined) editor.show(choice.id);
  };
  const chosen = found[Math.min(at, found.length - 1)];
  return (
    <Dialog title={words.commands.palette} onClose={onClose} onClosed={run}>
      <PickField
        label={sheetWords().palette.placeholder}
        count={found.length}
        chosenId={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
        onQuery={setQuery}
        onAt={setAt}
        onPick={() => take(chosen)}
        {...{ query, at, listId }}
      />
      <ul className="palette" id={listId} role="listbox" aria-label={words.commands.palette}>
        {found.map((choice) => (
          <li
            key={choice.id}
            id={`${listId}-${choice.id}`}
            role="option"
            aria-selected={choice === chosen}
            ref={choice === chosen ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => take(choice)}
          >
            <span className="found-words">{choice.name}</span>
            {choice.kind === 'command' ? (
              <kbd>{keysOf(choice.id)}</kbd>
            ) : (
              <span className="found-map cut">{sheetWords().palette.item}</span>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p role="status">{whyNone(editor, query)}</p> : null}
    </Dialog>
  );
}

/** A command of that name that cannot be done now is said to be there all the same. */
function whyNone(editor: Editor, query: string): string {
  const { palette } = sheetWords();
  const [command] = commandsCalled(
    COMMANDS.filter(({ id }) => editor.offers(id)),
    query,
  );
  if (command === undefined) return palette.none;
  return editor.getSnapshot().focused === null ? palette.later(command.name) : palette.notNow(command.name);
}

function choicesFor(editor: Editor, query: string): readonly Choice[] {
  const able = COMMANDS.filter(({ id }) => id !== 'palette' && editor.can(id));
  const commands = commandsCalled(
    recentFirst(able, ({ id }) => id),
    query,
  );
  const items = query.trim() === '' ? [] : editor.outline().filter(({ item }) => item.text !== '');
  const shown = matching(items, query, ({ item }) => item.text).slice(0, MOST_ITEMS);
  return [...commands, ...shown.map(({ item }): Choice => ({ kind: 'item', id: item.id, name: item.text }))];
}

/** Those that are called so: by their names first, then by what else people call them. */
function commandsCalled(some: readonly { readonly id: CommandId }[], query: string) {
  const commands = some.map(({ id }) => ({ kind: 'command', id, name: words.commands[id] }) as const);
  const named = matching(commands, query, ({ name }) => name);
  const called = matching(commands, query, ({ id, name }) => `${name} ${en.commands[id]} ${SYNONYMS[id] ?? ''}`);
  return [...new Set([...named, ...called])];
}
