// What the columns of a table are, by their names. Programs call them otherwise; people translate them.

const ROLES = {
  text: ['text', 'title', 'name', 'topic', 'node', 'item', 'idea', 'label', 'task', 'summary', 'content', 'titel', 'thema', 'aufgabe', 'bezeichnung'],
  id: ['id', 'number', 'nr', 'no', 'key', 'nodeid', 'itemid', 'topicid', 'oid', 'nummer'],
  parent: ['parent', 'parentid', 'parentkey', 'parentnumber', 'parentnode', 'parentitem', 'übergeordnet'],
  level: ['level', 'depth', 'outlinelevel', 'indent', 'ebene', 'tiefe'],
  note: ['note', 'notes', 'description', 'comment', 'comments', 'details', 'notiz', 'notizen', 'beschreibung'],
  link: ['link', 'url', 'hyperlink', 'href', 'address', 'adresse'],
  box: ['box', 'done', 'status', 'completed', 'state', 'checked', 'erledigt'],
  colour: ['colour', 'color', 'farbe'],
  icon: ['icon', 'emoji', 'symbol'],
} as const; // prettier-ignore
export type Role = keyof typeof ROLES;

const LEVEL =
  /^(?:level|ebene|niveau|depth|column|l)?\d{1,3}$|^(?:centraltopic|maintopic|subtopic\d{0,3}|topic\d{1,3}|root|branch\d{0,3})$/;

/** What each column is; `levels` are columns that hold the words of one level each. */
export interface Columns {
  readonly roles: Partial<Record<Role, number>>;
  readonly levels: readonly number[];
}

/** The columns by their names in the first row. */
export function columnsOf(header: readonly string[]): Columns {
  const roles: Partial<Record<Role, number>> = {};
  const levels: number[] = [];
  header.forEach((name, i) => {
    const plain = name
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, '');
    if (LEVEL.test(plain)) levels.push(i);
    const role = (Object.keys(ROLES) as Role[]).find((one) => (ROLES[one] as readonly string[]).includes(plain));
    if (role !== undefined) roles[role] ??= i;
  });
  return { roles, levels: levels.length > 1 && roles.text === undefined ? levels : [] };
}

/** Whether the names alone say how the rows are a tree. */
export function saysTree({ roles, levels }: Columns): boolean {
  const { text, id, parent, level } = roles;
  return (
    levels.length > 1 || (text !== undefined && (level !== undefined || (id !== undefined && parent !== undefined)))
  );
}
