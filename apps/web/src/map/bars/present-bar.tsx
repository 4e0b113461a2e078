import type { MapId } from '@bough/base';
import type { Editor, EditorSnapshot } from '@bough/editor';
import { ChevronLeft, ChevronRight, CornerDownRight, X } from 'lucide-react';
import { lazy, useEffect, useLayoutEffect, useState } from 'react';
import { Part } from '../../shell/part.tsx';
import { mapAddress } from '../../shell/screen.ts';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { keysHere } from '../commands/command-keys.ts';
import './present-bar.css';

// Fetched when somebody wants to go elsewhere.
const SlideList = lazy(async () => ({ default: (await import('./slide-list.tsx')).SlideList }));

interface PresentBarProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly map: MapId;
}

/** While the map is presented, on all of the screen: where one is, on, back, elsewhere, into a branch, end. Arrows, Space and the keys of presenters do the same. */
export function PresentBar({ editor, snapshot: { present, focusOn }, map }: PresentBarProps) {
  const [list, setList] = useState<{ readonly x: number; readonly y: number } | null>(null);
  useKeys(editor, list === null);
  useFullScreen(editor);
  useAddressed(map, focusOn?.id ?? null);
  // Once there is more below a slide its button keeps its place: what one presses again and again does not move away.
  const [hasDeeper, setDeeper] = useState(false);
  if (present?.isDeeper === true && !hasDeeper) setDeeper(true);
  if (present === null) return null;
  const { present: said } = sheetWords();
  const number = said.at(present.at + 1, present.of);
  return (
    <div className="present-bar" role="toolbar" aria-label={words.commands.present}>
      <Turn {...{ editor, command: 'present-previous', isDisabled: present.at === 0 }} />
      <button
        type="button"
        className="button slide-number"
        aria-label={`${number}, ${said.slides}`}
        title={said.slides}
        onClick={({ currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          setList({ x: left, y: top });
        }}
      >
        {number}
      </button>
      <span className="unseen" role="status">
        {[number, focusOn?.text].join(': ')}
      </span>
      <Turn {...{ editor, command: 'present-next', isDisabled: present.at === present.of - 1 }} />
      {hasDeeper ? <Deeper editor={editor} isDisabled={!present.isDeeper} /> : null}
      <IconButton
        className="present-end"
        name={said.end}
        onPress={() => {
          editor.endPresent();
          editor.focus();
        }}
      >
        <X size={18} strokeWidth={1.5} />
      </IconButton>
      {list === null ? null : (
        <Part takesKeys onFailed={() => setList(null)}>
          <SlideList editor={editor} shown={present.at} at={list} onClose={() => setList(null)} />
        </Part>
      )}
    </div>
  );
}

interface TurnProps {
  readonly editor: Editor;
  readonly command: 'present-next' | 'present-previous';
  readonly isDisabled: boolean;
}

function Turn({ editor, command, isDisabled }: TurnProps) {
  const Icon = command === 'present-next' ? ChevronRight : ChevronLeft;
  return (
    <IconButton name={words.commands[command]} isDisabled={isDisabled} onPress={() => editor.run(command)}>
      <Icon size={18} strokeWidth={1.5} />
    </IconButton>
  );
}

function Deeper({ editor, isDisabled }: Omit<TurnProps, 'command'>) {
  return (
    <IconButton
      className="present-deeper"
      name={sheetWords().present.deeper}
      keys={keysHere('Shift+ArrowDown')}
      isDisabled={isDisabled}
      onPress={() => editor.goBelow()}
    >
      <CornerDownRight size={18} strokeWidth={1.5} />
    </IconButton>
  );
}

/** Keys of presenters, while nothing else has the keyboard. */
function useKeys(editor: Editor, isOn: boolean): void {
  // As soon as the bar is seen: later, the first key would move what is selected in the map.
  useLayoutEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey && event.key === 'ArrowDown') editor.goBelow();
      else if (NEXT.has(event.key)) editor.run('present-next');
      else if (PREVIOUS.has(event.key)) editor.run('present-previous');
      else if (event.key === 'Escape') editor.endPresent();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, [editor, isOn]);
}

/** The address leads to the slide, so that it is there again when the page is loaded again, or opened by somebody else. */
function useAddressed(map: MapId, slide: string | null): void {
  const address = mapAddress(map);
  useEffect(() => {
    if (slide !== null) history.replaceState(null, '', `${address}#slide=${slide}`);
  }, [address, slide]);
  useEffect(
    () => () => {
      if (location.pathname === address) history.replaceState(null, '', address);
    },
    [address],
  );
}

function useFullScreen(editor: Editor): void {
  useEffect(() => {
    const root = document.documentElement;
    // Phones of one maker have no full screen: there the page is all that is shown anyway.
    if (document.fullscreenEnabled) void root.requestFullscreen({ navigationUI: 'hide' }).catch(() => undefined);
    const onChange = () => {
      if (document.fullscreenElement === null) editor.endPresent();
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
    };
  }, [editor]);
}

const NEXT = new Set(['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter']);
const PREVIOUS = new Set(['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace']);
