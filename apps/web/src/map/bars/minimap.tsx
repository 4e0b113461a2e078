import type { Editor, EditorSnapshot } from '@bough/editor';
import { type PointerEvent, useEffect, useRef } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { words } from '../../words/index.ts';

const SIZE = { width: 208, height: 140 };

/** All of the map, small, with the window on it: pressed or dragged, the window goes there. */
export function Minimap({ editor, snapshot }: { readonly editor: Editor; readonly snapshot: EditorSnapshot }) {
  const { theme } = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const seen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (canvas.current !== null) editor.paintMinimap(canvas.current, SIZE);
  }, [editor, snapshot.version, theme]);
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      const { x, y, width, height } = editor.windowInMinimap(SIZE);
      if (seen.current !== null)
        Object.assign(seen.current.style, {
          transform: `translate(${x}px, ${y}px)`,
          width: `${width}px`,
          height: `${height}px`,
        });
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [editor]);
  const look = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    editor.lookAtMinimap(SIZE, { x: event.clientX - box.left, y: event.clientY - box.top });
  };
  return (
    <div
      className="minimap"
      role="img"
      aria-label={words.map.minimap}
      style={SIZE}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        look(event);
      }}
      onPointerMove={look}
    >
      <canvas ref={canvas} style={SIZE} />
      <div ref={seen} className="minimap-window" />
    </div>
  );
}
