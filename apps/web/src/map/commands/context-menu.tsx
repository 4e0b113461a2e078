import type { CommandId, Editor } from '@bough/editor';
import { Menu, MenuRow } from '../../shell/controls/menu.tsx';
import { words } from '../../words/index.ts';
import { keysOf } from './command-keys.ts';

interface ContextMenuProps {
  readonly editor: Editor;
  readonly at: { readonly x: number; readonly y: number };
}

const OF_ITEM: readonly (CommandId | 'line')[] = [
  'edit',
  'add-child',
  'add-after',
  'insert-parent',
  'line',
  'cut',
  'copy',
  'paste',
  'duplicate',
  'copy-markdown',
  'copy-link',
  'line',
  'checkbox',
  'note',
  'comment',
  'link-web',
  'link-item',
  'image',
  'icon',
  'line',
  'fold',
  'focus-branch',
  'tidy',
  'line',
  'delete-item',
  'delete-branch',
];
const OF_BACKGROUND: readonly (CommandId | 'line')[] = [
  'paste',
  'select-all',
  'tidy',
  'line',
  'unfold-all',
  'fit',
  'zoom-actual',
  'outline',
  'present',
  'history',
];

/** What one can do here, on right click, long press or the menu key. */
export function ContextMenu({ editor, at }: ContextMenuProps) {
  const close = () => {
    editor.closeMenu();
    editor.focus();
  };
  const all = editor.getSnapshot().focused === null ? OF_BACKGROUND : OF_ITEM;
  const rows = all.filter((row) => row === 'line' || editor.offers(row));
  return (
    <Menu at={{ ...at, edge: 'start' }} label={words.commands.menu} onClose={close}>
      {rows.map((row, index) =>
        row === 'line' ? (
          <hr key={`line-${index}`} />
        ) : (
          <MenuRow
            key={row}
            keys={keysOf(row)}
            isDisabled={!editor.can(row)}
            onChoose={() => {
              close();
              editor.run(row);
            }}
          >
            {words.commands[row]}
          </MenuRow>
        ),
      )}
    </Menu>
  );
}
