import type { CommandId, Editor, EditorSnapshot } from '@bough/editor';
import { Map, Maximize, Minus, Plus } from 'lucide-react';
import { lazy, useCallback, useState } from 'react';
import { Part } from '../../shell/part.tsx';
import { words } from '../../words/index.ts';
import { BackChip } from './back-chip.tsx';
import { keysOf } from '../commands/command-keys.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';

// Fetched when somebody wants it.
const Minimap = lazy(async () => ({ default: (await import('./minimap.tsx')).Minimap }));

interface ZoomBarProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
}

const WAYS = [
  { id: 'zoom-out', Icon: Minus },
  { id: 'zoom-actual', Icon: null },
  { id: 'zoom-in', Icon: Plus },
  { id: 'fit', Icon: Maximize },
] as const;

/** Bottom right: how near one looks, and all of the map, small, when one asks for it; where nothing is in sight, the way back. */
export function ZoomBar({ editor, snapshot }: ZoomBarProps) {
  const press = (id: CommandId) => () => {
    editor.run(id);
    editor.focus();
  };
  const [isMapped, setMapped] = useState(false);
  const close = useCallback(() => setMapped(false), []);
  return (
    <>
      <BackChip editor={editor} snapshot={snapshot} />
      {isMapped ? (
        <Part onFailed={close}>
          <Minimap editor={editor} snapshot={snapshot} onFailed={close} />
        </Part>
      ) : null}
      <div className="zoom-bar">
        <IconButton
          name={words.map.minimap}
          isChosen={isMapped}
          onPress={() => {
            setMapped(!isMapped);
            editor.focus();
          }}
        >
          <Map size={16} strokeWidth={1.5} />
        </IconButton>
        {WAYS.map(({ id, Icon }) => (
          <button
            key={id}
            type="button"
            className={Icon === null ? 'button zoom-level' : 'button icon'}
            {...(Icon === null ? {} : { 'aria-label': words.commands[id] })}
            title={words.commands[id]}
            data-keys={keysOf(id)}
            onClick={press(id)}
          >
            {Icon === null ? (
              words.map.zoomLevel(percentOf(snapshot.zoom))
            ) : (
              <Icon size={id === 'fit' ? 16 : 18} strokeWidth={1.5} />
            )}
          </button>
        ))}
      </div>
    </>
  );
}

/** In whole percent; below one in tenths, since nothing is shown at 0 %. */
function percentOf(scale: number): number {
  const percent = scale * 100;
  return percent < 0.95 ? Math.round(percent * 10) / 10 : Math.round(percent);
}
