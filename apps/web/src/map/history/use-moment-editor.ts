import { type MapId, parseClientId } from '@bough/base';
import { browserClock, browserIds, browserRandom, Editor } from '@bough/editor';
import { type MindMap, type MomentMap, openMoment } from '@bough/editor/moments';
import { type RefObject, useEffect, useState } from 'react';
import { followScripts } from '../../faces/follow-scripts.ts';
import { imageAddressIn } from '../editor/images.ts';
import { readAloud } from '../editor/read-aloud.ts';
import { settingsNow } from '../editor/open-editor.ts';

/** An editor that only shows, in the host; it shows the map, or the text of one, whenever there is another one. */
export function useMomentEditor(
  map: MapId,
  host: RefObject<HTMLElement | null>,
  moment: string | MindMap | null,
): Editor | null {
  const [made, setMade] = useState<{ readonly editor: Editor; readonly moments: MomentMap } | null>(null);
  useEffect(() => {
    const client = parseClientId(browserIds.short());
    if (host.current === null || client === null) return;
    const moments = openMoment(client);
    const ports = { clock: browserClock, random: browserRandom, ids: browserIds };
    const editor = new Editor({ ...ports, open: moments }, { ...settingsNow(), isReadOnly: true });
    editor.mount(host.current, { imageAddress: imageAddressIn(map), ask: null, keepImage: null, takeMapFile: null });
    setMade({ editor, moments });
    readAloud(editor);
    const unfollow = followScripts(moments);
    return () => {
      unfollow();
      editor.unmount();
      moments.close();
    };
  }, [map, host]);
  useEffect(() => {
    if (moment !== null) made?.moments.show(moment);
  }, [made, moment]);
  return made?.editor ?? null;
}
