import type { MapId } from '@bough/base';
import type { CommandId, Editor, PagePort } from '@bough/editor';
import { useMemo, useState } from 'react';
import { words } from '../../words/index.ts';
import { typeAheadForPanel } from '../../shell/type-ahead/for-panel.ts';
import { imageAddressIn, keepImageIn } from '../editor/images.ts';
import { type MapPlace, mapAddress } from '../../shell/screen.ts';
import { copyAddress } from '../messages/copy-address.ts';
import { tell } from '../messages/told.ts';
import { isTypedInto, lacksItem } from './of-an-item.ts';

/** What is open beside or over the map: one at a time. */
export type Panel =
  | { readonly kind: 'none' | 'item' }
  | {
      readonly kind: 'palette' | 'help' | 'web' | 'everywhere' | 'note' | 'all-comments' | 'outline' | 'print';
    }
  | { readonly kind: 'developers' }
  /** `marked`: the comment that somebody wants to see. */
  | { readonly kind: 'comments'; readonly marked?: MapPlace }
  | { readonly kind: 'chat'; readonly marked?: string | null }
  /** `since`: compared with the moment after that change. */
  | { readonly kind: 'history'; readonly since?: number }
  | { readonly kind: 'import'; readonly file: File }
  | { readonly kind: 'icon' | 'colour' | 'style'; readonly at: { readonly x: number; readonly y: number } };

/** The panel that is open, how to open another, and what the editor asks of the page: commands that are the page's open theirs. */
export function usePanel(editor: Editor, map: MapId): readonly [Panel, (panel: Panel) => void, PagePort] {
  const [panel, setPanel] = useState<Panel>({ kind: 'none' });
  const page = useMemo(
    (): PagePort => ({
      imageAddress: imageAddressIn(map),
      keepImage: keepImageIn(map),
      takeMapFile: (file) => setPanel({ kind: 'import', file }),
      ask: (command, at) => {
        if (command !== 'copy-link') return ask(editor, setPanel, command, at);
        const { focused } = editor.getSnapshot();
        if (focused !== null) void copyAddress(mapAddress(map, focused.id));
      },
    }),
    [editor, map],
  );
  return [panel, setPanel, page];
}

function ask(
  editor: Editor,
  setPanel: (panel: Panel) => void,
  command: CommandId,
  at: Parameters<NonNullable<PagePort['ask']>>[1],
): void {
  // Without an item the comments of all of them are what can be meant.
  if (command === 'comment' && !editor.can(command)) return setPanel({ kind: 'all-comments' });
  if (lacksItem(editor, command)) {
    tell(words.panel.chooseFirst);
    return undefined;
  }
  if (isTypedInto(editor, command)) typeAheadForPanel();
  const spot = at ?? underFocus(editor);
  switch (command) {
    case 'palette':
    case 'note':
    case 'help':
    case 'outline':
    case 'history':
    case 'print':
    case 'chat':
    case 'developers':
      return setPanel({ kind: command });
    case 'comment':
      return setPanel({ kind: 'comments' });
    case 'comments':
      return setPanel({ kind: 'all-comments' });
    case 'link-web':
      return setPanel({ kind: 'web' });
    case 'icon':
    case 'colour':
      return setPanel({ kind: command, at: spot });
    case 'image':
      return chooseImages(editor);
    case 'find-everywhere':
      return setPanel({ kind: 'everywhere' });
    default:
      return undefined;
  }
}

function underFocus(editor: Editor): { readonly x: number; readonly y: number } {
  const rect = editor.getSnapshot().focusedRect;
  return rect === null ? { x: innerWidth / 2 - 150, y: 120 } : { x: rect.x, y: rect.y + rect.height + 8 };
}

function chooseImages(editor: Editor): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.multiple = true;
  input.addEventListener('change', () => editor.addFiles([...(input.files ?? [])]));
  input.click();
}
