import { bindingsOf, COMMANDS, type Editor, PRESETS, writeKeys } from '@bough/editor';
import { Dialog } from '../../shell/dialog.tsx';
import { words } from '../../words/index.ts';
import { isApple } from './device.ts';
import { choosePreset, usePreset } from './key-preset.ts';

interface HelpDialogProps {
  readonly editor: Editor;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** Every action that has keys, with all of them; whose habits they follow; and what mouse and fingers do. */
export function HelpDialog({ editor, ...closing }: HelpDialogProps) {
  const preset = usePreset();
  const { help } = words.panel;
  return (
    <Dialog title={words.map.help} {...closing}>
      <div className="segments" role="group" aria-label={help.preset}>
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
      <dl className="help">
        {COMMANDS.map((command) => ({ command, bindings: bindingsOf(command.id, preset) }))
          .filter(({ bindings }) => bindings.length > 0)
          .map(({ command, bindings }) => (
            <div key={command.id} data-command={command.id}>
              <dt>{words.commands[command.id]}</dt>
              <dd>
                {[...new Set(bindings.map((binding) => writeKeys(binding.keys, isApple)))].map((keys) => (
                  <kbd key={keys}>{keys}</kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
      <h3 className="help-title">{help.mouse}</h3>
      <dl className="help">
        {help.gestures.map(([gesture, meaning]) => (
          <div key={gesture}>
            <dt>{meaning}</dt>
            <dd>{gesture}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
