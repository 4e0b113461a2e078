import type { EditorSnapshot } from '@bough/editor';

/** Whether the server has said that this person may change the map. */
export function canEdit({ role }: Pick<EditorSnapshot, 'role'>): boolean {
  return role === 'own' || role === 'edit';
}
