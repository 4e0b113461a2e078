import { changeRoutes } from './maps/change-routes.ts';
import { commentRoutes } from './maps/comment-routes.ts';
import { fileRoutes } from './maps/file-routes.ts';
import { folderRoutes } from './maps/folder-routes.ts';
import { groupRoutes } from './maps/group-routes.ts';
import { sharingRoutes } from './maps/sharing-routes.ts';
import { versionRoutes } from './maps/version-routes.ts';
import { visitRoutes } from './maps/visit-routes.ts';
import { watchRoutes } from './maps/watch-routes.ts';
import { auditRoutes } from './people/audit-routes.ts';
import { everydayRoutes } from './everyday-routes.ts';
import { outboxRoutes } from './people/outbox-routes.ts';
import { bellRoutes } from './people/bell-routes.ts';
import { personRoutes } from './people/person-routes.ts';
import { pictureRoutes } from './people/picture-routes.ts';
import { passkeyRoutes } from './people/passkey-routes.ts';
import { secondStepRoutes } from './people/second-step-routes.ts';
import { signInRoutes } from './people/sign-in-routes.ts';
import { tokenRoutes } from './people/token-routes.ts';

export { PASSKEYS_MOST } from './people/passkey-types.ts';

/** What the page asks of the gateway. Every unsafe request bears the header `bough-csrf`. */
export const gatewayRoutes = {
  ...everydayRoutes,
  ...versionRoutes,
  ...fileRoutes,
  ...personRoutes,
  ...pictureRoutes,
  ...bellRoutes,
  ...folderRoutes,
  ...groupRoutes,
  ...sharingRoutes,
  ...commentRoutes,
  ...visitRoutes,
  ...watchRoutes,
  ...changeRoutes,
  ...outboxRoutes,
  ...signInRoutes,
  ...passkeyRoutes,
  ...secondStepRoutes,
  ...tokenRoutes,
  ...auditRoutes,
} as const;
