import type { MapRole } from '@bough/contracts';
import { words } from '../words/index.ts';

interface RoleFieldProps<Role extends MapRole> {
  readonly label: string;
  readonly roles: readonly Role[];
  readonly role: Role;
  readonly onRole: (role: Role) => void;
}

/** What somebody may do, as a list to choose from. */
export function RoleField<Role extends MapRole>({ label, roles, role, onRole }: RoleFieldProps<Role>) {
  return (
    <select
      className="role"
      aria-label={label}
      value={role}
      onChange={(event) => onRole(roles.find((each) => each === event.target.value) ?? role)}
    >
      {roles.map((each) => (
        <option key={each} value={each}>
          {words.share.role[each]}
        </option>
      ))}
    </select>
  );
}
