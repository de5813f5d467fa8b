import {
  claimAccountDelivery,
  claimSecretDelivery,
  forgetAccountDelivery,
  forgetSecretDelivery,
} from '@onceover/schema/internal/deliveries';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { Envelopes } from '../use-cases/mail/ports.ts';

const claims = { secrets: claimSecretDelivery, accounts: claimAccountDelivery } as const;
const forgets = { secrets: forgetSecretDelivery, accounts: forgetAccountDelivery } as const;

export function createEnvelopes(ask: AskInternal): Envelopes {
  return {
    async claim(owner, deliveryId) {
      const claimed = await ask(claims[owner], { deliveryId });
      return claimed.kind === 'gone' ? null : { sealed: Buffer.from(claimed.sealed, 'base64'), keyId: claimed.keyId };
    },
    forget: async (owner, deliveryId) => void (await ask(forgets[owner], { deliveryId })),
  };
}
