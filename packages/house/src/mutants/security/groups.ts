import type { SwitchedOff } from './switched-off.ts';

const GATEWAY = 'apps/gateway/src';
const ACCESS = `${GATEWAY}/access/group-access.ts`;
const test = `${GATEWAY}/features/sharing/groups.test.ts`;
const NOTICES = `${GATEWAY}/features/groups/group-notices.ts`;
const mailed = `${GATEWAY}/features/groups/group-notices.test.ts`;

/** What groups give, for how long, and what is told about who is in them. */
export const GROUPS: readonly SwitchedOff[] = [
  {
    control: 'Access taken back',
    name: 'groups: an address that is taken out stays',
    file: `${GATEWAY}/metadata/groups/sqlite-groups.ts`,
    find: "['group_addresses', 'group_notices']) {\n          const sql = `DELETE",
    replace: "['group_notices']) {\n          const sql = `DELETE",
    why: 'who is put out of a group keeps every map of it',
    rule: 'GW-512',
    test,
  },
  {
    control: 'Access taken back',
    name: 'groups: open sockets are not told who is taken out',
    file: `${GATEWAY}/features/groups/group-routes.ts`,
    find: 'if ((await parts.metadata.groupGrantsOf([group])).length === 0) return;',
    replace: 'if (group.length > 0) return;',
    why: 'who is put out of a group reads on for as long as the page is open',
    rule: 'GW-512',
    test,
  },
  {
    control: 'Access taken back',
    name: 'groups: what was given counts whoever gave it',
    file: ACCESS,
    find: '!isStillGiven({ by: each.owner, role: each.role }, reasons)',
    replace: 'reasons.length < 0',
    why: 'an editor who was removed keeps their friends in the map',
    rule: 'GW-514',
    test,
  },
  {
    control: 'Access taken back',
    name: 'groups: two of them hold each other up',
    file: ACCESS,
    find: 'const reasons = [...without];',
    replace:
      'const reasons: Reason[] = [...without, ...all.flatMap(({ group, role }) => all.filter(({ owner }) => isIn(group, owner)).map(({ owner: person }) => ({ person, role, ...BY_GROUP, group: null })))];',
    why: 'two who were let in by a group stay when they are put out of it',
    rule: 'GW-514',
    test,
  },
  {
    control: 'Who may do what',
    name: "groups: somebody else's can be read, changed and given",
    file: `${GATEWAY}/features/groups/group-routes.ts`,
    find: 'group === null || group.owner !== mustBePerson(person)',
    replace: 'group === null || mustBePerson(person) === ""',
    why: 'whoever has the id puts themselves into it',
    rule: 'GW-510',
    test,
  },
  {
    control: 'Who may do what',
    name: 'groups: one owns a map',
    file: 'packages/contracts/src/gateway/maps/link-role.ts',
    find: "oneOf('view', 'comment', 'edit')",
    replace: "oneOf('view', 'comment', 'edit', 'own')",
    why: 'everybody of a class owns the map of their teacher',
    rule: 'GW-511',
    test,
  },
  {
    control: 'Who may do what',
    name: 'groups: anybody who may edit gives a map to theirs',
    file: `${GATEWAY}/features/sharing/giving-routes.ts`,
    find: '(await mayInvite(parts, map, person, reasons)) && isStillGiven',
    replace: 'isStillGiven',
    why: 'a map is shared with people whom its owner does not want',
    rule: 'GW-513',
    test,
  },
  {
    control: 'What sharing tells',
    name: 'groups: members have a name before they have been there',
    file: ACCESS,
    find: 'hasOpened.has(`${map} ${person}`)',
    replace: 'hasOpened.size >= 0 || person === map',
    why: 'who makes a group learns which addresses have an account, and whose they are',
    rule: 'GW-515',
    test,
  },
  {
    control: 'Rates',
    name: 'groups: their mails are not counted',
    file: NOTICES,
    find: "if (!limits.tryTakeLeaving('invitations by person', by, LEFT)) return false;",
    replace: '',
    why: 'a group sends two hundred mails where one may send fifty',
    rule: 'GW-517',
    test: mailed,
  },
  {
    control: 'Rates',
    name: 'groups: what one address gets is not counted',
    file: NOTICES,
    find: "if (!limits.tryTakeLeaving('invitations by address', hashSecret(email), 0)) return false;",
    replace: '',
    why: 'many accounts flood one mailbox through groups',
    rule: 'GW-517',
    test: mailed,
  },
];
