import { mailerRoutes } from '@bough/contracts';
import type { Caller } from '@bough/service';
import { GatewayFailure } from '../../../failure.ts';
import { isFromThisMachine, isOfThisMachine } from '../../../http/client-address.ts';
import type { Handlers } from '../../../http/handlers.ts';

/** Where no mail is sent, whoever sits at this very machine reads it here. */
export function outboxRoutes(
  { mailer }: { readonly mailer: Pick<Caller, 'call'> },
  settings: { readonly publicUrl: string; readonly trustedProxies: number },
): Pick<Handlers, 'outbox'> {
  // Where others may come at all, a proxy that says nothing of whom it asks for looks like this very machine.
  const hasOutbox = isOfThisMachine(settings.publicUrl);
  return {
    outbox: async ({ params, request, context }) => {
      if (!hasOutbox || !isFromThisMachine(request, settings.trustedProxies)) {
        throw new GatewayFailure('absent', 'This server does not show an outbox here.');
      }
      return await mailer.call(mailerRoutes.listMails, { params }, context);
    },
  };
}
