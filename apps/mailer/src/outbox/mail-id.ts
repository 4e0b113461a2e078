import type { Ids } from '@bough/base';

/** A new mail's id. An operator types it behind a command, where a word that begins with a dash is an option: so no id does. */
export function newMailId(ids: Pick<Ids, 'short'>): string {
  let id = ids.short();
  while (id.startsWith('-')) id = ids.short();
  return id;
}
