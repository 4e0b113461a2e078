import type { MapId } from '@bough/base';
import { gatewayRoutes } from '@bough/contracts';
import type { Editor } from '@bough/editor';
import { Download, Keyboard, Redo2, Search, Undo2 } from 'lucide-react';
import { addressOf } from '../api/api.ts';
import { Menu, MenuRow } from '../shell/menu.tsx';
import { ThemeRows } from '../shell/theme-rows.tsx';
import { words } from '../words/index.ts';
import { keysOf } from './command-keys.ts';

interface MoreMenuProps {
  readonly editor: Editor;
  readonly map: MapId;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

const ICON = { size: 16, strokeWidth: 1.5 } as const;

/** What is wanted now and then. */
export function MoreMenu({ editor, map, at, onClose, onHelp }: MoreMenuProps) {
  const run = (command: 'undo' | 'redo' | 'find') => () => {
    onClose();
    editor.run(command);
  };
  const download = () => {
    onClose();
    location.assign(addressOf(gatewayRoutes.exportMap, { map, format: 'svg', theme: null } as const));
  };
  return (
    <Menu at={{ ...at, edge: 'end' }} label={words.map.more} onClose={onClose}>
      <MenuRow icon={<Undo2 {...ICON} />} keys={keysOf('undo')} isDisabled={!editor.can('undo')} onChoose={run('undo')}>
        {words.commands.undo}
      </MenuRow>
      <MenuRow icon={<Redo2 {...ICON} />} keys={keysOf('redo')} isDisabled={!editor.can('redo')} onChoose={run('redo')}>
        {words.commands.redo}
      </MenuRow>
      <MenuRow icon={<Search {...ICON} />} keys={keysOf('find')} onChoose={run('find')}>
        {words.commands.find}
      </MenuRow>
      <hr />
      <MenuRow icon={<Download {...ICON} />} onChoose={download}>
        {words.map.downloadSvg}
      </MenuRow>
      <MenuRow
        icon={<Keyboard {...ICON} />}
        onChoose={() => {
          onClose();
          onHelp();
        }}
      >
        {words.map.help}
      </MenuRow>
      <hr />
      <ThemeRows onChoose={onClose} />
    </Menu>
  );
}
