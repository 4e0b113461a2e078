import type { Editor, EditorSnapshot, Minimap as SmallPicture } from '@bough/editor';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { words } from '../../words/index.ts';
import './minimap.css';

interface MinimapProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  /** It cannot be fetched. */
  readonly onFailed: () => void;
}

/** All of the map, small, with the window on it: pressed or dragged, the window goes there. */
export function Minimap({ editor, snapshot, onFailed }: MinimapProps) {
  const [picture, setPicture] = useState<SmallPicture | null>(null);
  useEffect(() => {
    editor.minimap().then(setPicture, onFailed);
  }, [editor, onFailed]);
  return picture === null ? null : <Shown {...{ editor, snapshot, picture }} />;
}

function Shown({ editor, snapshot, picture }: Omit<MinimapProps, 'onFailed'> & { readonly picture: SmallPicture }) {
  const { theme } = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const seen = useRef<HTMLDivElement>(null);
  const { size } = picture;
  useEffect(() => {
    const page = editor.onPage;
    if (canvas.current !== null && page !== null) picture.paint(canvas.current, page.palette);
  }, [editor, picture, snapshot.version, theme]);
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const page = editor.onPage;
      if (seen.current !== null && page !== null) {
        const { x, y, width, height } = picture.window(page.view);
        Object.assign(seen.current.style, {
          transform: `translate(${x}px, ${y}px)`,
          width: `${width}px`,
          height: `${height}px`,
        });
      }
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [editor, picture]);
  const look = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    picture.lookAt({ x: event.clientX - box.left, y: event.clientY - box.top });
  };
  return (
    <div
      className="minimap"
      role="img"
      aria-label={words.map.minimap}
      style={size}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        look(event);
      }}
      onPointerMove={look}
    >
      <canvas ref={canvas} style={size} />
      <div ref={seen} className="minimap-window" />
    </div>
  );
}
