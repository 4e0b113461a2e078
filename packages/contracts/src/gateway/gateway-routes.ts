import { auditRoutes } from './audit-routes.ts';
import { everydayRoutes } from './everyday-routes.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { secondStepRoutes } from './second-step-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { tokenRoutes } from './token-routes.ts';

export { PASSKEYS_MOST } from './passkey-routes.ts';

/** What the page asks of the gateway. Every unsafe request bears the header `bough-csrf`. */
export const gatewayRoutes = {
  ...everydayRoutes,
  ...outboxRoutes,
  ...signInRoutes,
  ...passkeyRoutes,
  ...secondStepRoutes,
  ...tokenRoutes,
  ...auditRoutes,
} as const;
