import { type CommandId, commandFor, type Editor, type EditorSnapshot } from '@bough/editor';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../shell/controls/icon-button.tsx';
import { words } from '../../words/index.ts';
import { sheetWords } from '../../words/screens/sheet-words.ts';
import { keysOf } from '../commands/command-keys.ts';
import { isApple } from '../commands/device.ts';
import { presetNow } from '../commands/key-preset.ts';
import { Gone } from '../panels/gone.tsx';
import { SideSheet } from '../panels/side-sheet.tsx';
import { canEdit } from '../role.ts';
import { rangeIn } from './find-rows.ts';
import { OutlineFind } from './outline-find.tsx';
import { OutlineRows } from './outline-rows.tsx';
import { OutlineWays } from './outline-ways.tsx';
import type { ItemName } from './shown-rows.ts';
import { useOutline, type Wanted } from './use-outline.ts';
import './outline.css';

interface OutlineSheetProps {
  readonly editor: Editor;
  readonly snapshot: EditorSnapshot;
  readonly onClose: () => void;
  /** Another one each time that somebody asks for the outline: the keyboard goes there then. */
  readonly asked: object;
}

/** The whole map as an outline that can be edited; both show the same at every moment, but for what is folded. */
export function OutlineSheet({ editor, snapshot, onClose, asked }: OutlineSheetProps) {
  const outline = useOutline(editor, snapshot);
  const { shown, place, current, finding, at } = outline;
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [asks, setAsks] = useState(0);
  const isFixed = !canEdit(snapshot);
  const want = (id: ItemName | null, range: Wanted['range'] = null) => {
    outline.go(id);
    setWanted(id === null ? null : { id, range });
  };
  // On a phone the keyboard on the screen would hide what was just opened.
  const ask = useRef(() => undefined as unknown);
  ask.current = () => (matchMedia('(pointer: coarse)').matches ? undefined : want(current));
  useLayoutEffect(() => void ask.current(), [asked]);
  const run = (command: CommandId, then: ItemName | null = current) => {
    if (current !== null) editor.select([current]);
    if (then !== null) want(then);
    editor.runInOutline(command);
  };
  const find = () => {
    if (finding === null) outline.find('');
    setAsks(asks + 1);
  };
  const endFind = () => {
    const hit = shown.find(({ item }) => item.id === at)?.item;
    want(hit?.id ?? current, hit === undefined ? null : rangeIn(hit.text, finding?.query ?? ''));
    outline.find(null);
  };
  const onKey = (event: KeyboardEvent): boolean => {
    const where = { isEditing: false, isApple, growsLeft: false, preset: presetNow() };
    const command = commandFor(event.nativeEvent, where);
    if (command === 'outline') onClose();
    else if (command === 'find') find();
    else if (command === 'find-next' || command === 'find-previous') {
      if (finding === null) find();
      else outline.step(command === 'find-next' ? 1 : -1);
    } else return false;
    return true;
  };
  const search = (
    <IconButton name={sheetWords().outline.find} keys={keysOf('find')} onPress={find}>
      <Search size={18} strokeWidth={1.5} />
    </IconButton>
  );
  return (
    <SideSheet title={words.commands.outline} onClose={onClose} onKey={onKey} beside={search}>
      {finding === null ? (
        <p className="side-sheet-of outline-hint">{sheetWords().outline.hint}</p>
      ) : (
        <OutlineFind outline={outline} asked={asks} onEnd={endFind} />
      )}
      {outline.isGone ? <Gone text={sheetWords().outline.gone} /> : null}
      <OutlineRows {...{ editor, outline, isFixed, wanted, want, run }} onWanted={setWanted} />
      {isFixed ? null : <OutlineWays row={shown[place]} onRun={(command) => run(command)} />}
    </SideSheet>
  );
}
