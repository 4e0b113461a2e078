import type { MapId, PersonId } from '@bough/base';
import { afterPaint, paintEarly } from '../shell/before-react.ts';
import { openEditor, type OpenedEditor } from './editor/open-editor.ts';
import { PageToCome } from './page-to-come.ts';
import './map.css';

// The map that the address names stands on the page before React does: the editor needs none of it. The map's screen takes the editor
// over when it comes, with its elements, so that nothing is drawn twice and no letter is lost.

interface Begun {
  readonly map: MapId;
  readonly person: PersonId;
  readonly opened: OpenedEditor;
}
let begun: Begun | null = null;

/** Opens the map for the person who is here, and resolves when it is painted, or is not to be had soon. */
export async function firstPicture(map: MapId): Promise<void> {
  await paintEarly(async (person) => {
    begun = beginOn(document.body, map, person);
    await painted(begun.opened);
  });
}

/** The editor that was begun for this map and person, once; any other that was begun ends. */
export function takeBegun(map: MapId, person: PersonId): OpenedEditor | null {
  const taken = begun;
  begun = null;
  if (taken === null) return null;
  if (taken.map === map && taken.person === person) return taken.opened;
  taken.opened.close();
  return null;
}

/** Ends what was begun and is not going to be shown. */
export function dropBegun(): void {
  begun?.opened.close();
  begun = null;
}

function beginOn(body: HTMLElement, map: MapId, person: PersonId): Begun {
  const stage = body.ownerDocument.createElement('div');
  stage.className = 'map-screen map-begun';
  const host = body.ownerDocument.createElement('div');
  host.className = 'map-host';
  stage.append(host);
  body.append(stage);
  const opened = openEditor(map, person);
  const page = new PageToCome(map, opened.editor);
  const end = opened.mount(host, page.port);
  opened.editor.focus();
  let isTaken = false;
  const leave = (): void => {
    if (isTaken) return;
    isTaken = true;
    unsubscribe();
    end();
    stage.remove();
  };
  // Whoever has no access any more is told so, and sees the map no longer than that.
  const unsubscribe = opened.editor.subscribe(() => {
    if (opened.editor.getSnapshot().status.kind === 'closed') leave();
  });
  const mount: OpenedEditor['mount'] = (into, given) => {
    if (isTaken) return opened.mount(into, given);
    isTaken = true;
    unsubscribe();
    moveInto(into, host);
    stage.remove();
    page.come(given);
    return () => {
      end();
      host.remove();
    };
  };
  const close = (): void => {
    leave();
    opened.close();
  };
  return { map, person, opened: { ...opened, mount, close } };
}

/** With the keyboard, and a composition that is under way, where the browser can do that. */
function moveInto(
  parent: HTMLElement & { moveBefore?: (child: Node, before: null) => void },
  child: HTMLElement,
): void {
  if (parent.moveBefore === undefined) parent.append(child);
  else parent.moveBefore(child, null);
}

/** Resolves when the editor has painted the map, or has none to paint. */
async function painted({ editor }: OpenedEditor): Promise<void> {
  const isOpening = () => editor.getSnapshot().status.kind === 'opening';
  if (isOpening()) {
    await new Promise<void>((resolve) => {
      const unsubscribe = editor.subscribe(() => {
        if (isOpening()) return;
        unsubscribe();
        resolve();
      });
    });
  }
  await afterPaint();
}
