import { bindingsOf, COMMANDS, type Editor, PRESETS } from '@bough/editor';
import { SYNONYMS } from '@bough/editor/command-synonyms';
import { useState } from 'react';
import { Dialog } from '../../shell/messages/dialog.tsx';
import { en } from '../../words/en/en.ts';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { matching } from '../find/matching.ts';
import { keysHere } from './command-keys.ts';
import { choosePreset, usePreset } from './key-preset.ts';

interface HelpDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

const SECTIONS = ['item', 'text', 'move', 'select', 'edit', 'view'] as const;

/** Every action that has keys, with all of them, in sections and by what one looks for; whose habits they follow; and what mouse and fingers do. */
export function HelpDialog({ editor, ...closing }: HelpDialogProps) {
  const preset = usePreset();
  const { help } = sheetWords();
  const [query, setQuery] = useState('');
  return (
    <Dialog title={words.commands.help} {...closing}>
      <div className="help-preset" role="group" aria-label={help.preset}>
        <span>{help.preset}</span>
        {PRESETS.map(({ id }) => (
          <button
            key={id}
            type="button"
            className="button"
            aria-pressed={id === preset}
            onClick={() => {
              choosePreset(id);
              editor.configure({ preset: id });
            }}
          >
            {help.presetName[id]}
          </button>
        ))}
      </div>
      <input
        className="field"
        type="search"
        data-first
        aria-label={help.find}
        placeholder={help.find}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <Rows query={query} preset={preset} />
    </Dialog>
  );
}

interface RowsProps {
  readonly query: string;
  readonly preset: ReturnType<typeof usePreset>;
}

/** What is found, section by section. */
function Rows({ query, preset }: RowsProps) {
  const { help } = sheetWords();
  const rows = COMMANDS.map((command) => ({ ...command, bindings: bindingsOf(command.id, preset) }));
  const found = matching(
    rows.filter(({ bindings }) => bindings.length > 0),
    query,
    ({ id, bindings }) =>
      `${words.commands[id]} ${en.commands[id]} ${SYNONYMS[id] ?? ''} ${bindings.map(({ keys }) => keysHere(keys)).join(' ')}`,
  );
  const gestures = matching(help.gestures, query, (one) => one.join(' '));
  return (
    <>
      {SECTIONS.map((section) => {
        const those = found.filter(({ group }) => group === section);
        return those.length === 0 ? null : (
          <section key={section}>
            <h3 className="help-title">{help.section[section]}</h3>
            <dl className="help">
              {those.map(({ id, bindings }) => (
                <div key={id} data-command={id}>
                  <dt>{words.commands[id]}</dt>
                  <dd>
                    {[...new Set(bindings.map(({ keys }) => keysHere(keys)))].map((keys) => (
                      <kbd key={keys}>{keys}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
      {gestures.length === 0 ? null : (
        <section>
          <h3 className="help-title">{help.mouse}</h3>
          <dl className="help">
            {gestures.map(([gesture, meaning]) => (
              <div key={gesture}>
                <dt>{meaning}</dt>
                <dd>{gesture}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {found.length + gestures.length === 0 ? <p role="status">{sheetWords().palette.none}</p> : null}
    </>
  );
}
