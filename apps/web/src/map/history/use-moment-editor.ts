import { type MapId, parseClientId } from '@bough/base';
import { browserClock, browserIds, browserRandom, Editor } from '@bough/editor';
import { type MomentMap, openMoment } from '@bough/editor/moments';
import { type RefObject, useEffect, useState } from 'react';
import { followScripts } from '../../faces/follow-scripts.ts';
import { imageAddressIn } from '../editor/images.ts';
import { readAloud } from '../editor/read-aloud.ts';
import { settingsNow } from '../editor/open-editor.ts';

/** An editor that only shows, and the map of moments that it shows. */
export interface MomentEditor {
  readonly editor: Editor;
  readonly moments: MomentMap;
}

/** An editor that only shows, in the host. */
export function useMomentEditor(map: MapId, host: RefObject<HTMLElement | null>): MomentEditor | null {
  const [made, setMade] = useState<MomentEditor | null>(null);
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
  return made;
}
