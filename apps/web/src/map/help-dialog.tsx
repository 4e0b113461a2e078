import { COMMANDS } from '@bough/editor';
import { Dialog } from '../shell/dialog.tsx';
import { words } from '../words/index.ts';
import { keysOf } from './command-keys.ts';

/** Every action that has keys, with them. */
export function HelpDialog(closing: { readonly onClose: () => void; readonly onClosed: () => void }) {
  return (
    <Dialog title={words.map.help} {...closing}>
      <dl className="help">
        {COMMANDS.filter((command) => command.keys.length > 0).map((command) => (
          <div key={command.id}>
            <dt>{words.commands[command.id]}</dt>
            <dd>
              <kbd>{keysOf(command.id)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
