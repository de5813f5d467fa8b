import type { LastingKey } from '@onceover/schema/lasting-keys';
import { join, open, seal } from '@onceover/service-kit/crypto';
import { openLastingKey } from '@onceover/service-kit/lasting-key';

/** What of a webhook nobody reads in the database. */
type SealedPart = 'target' | 'secret' | 'private-key';

/** Seals a text for one webhook and one part of it, so that it opens as no other. */
export interface WebhookCipher {
  seal(webhookId: string, part: SealedPart, text: string): Buffer;
  /** Throws `AuthenticationFailed` for what this keys directory did not seal. */
  open(webhookId: string, part: SealedPart, sealed: Uint8Array): string;
}

export async function openWebhookCipher(keysDir: string): Promise<WebhookCipher> {
  const key = await openLastingKey<LastingKey>(keysDir, 'webhook.key');
  const bindingOf = (webhookId: string, part: SealedPart) => join('onceover/v1/webhook', webhookId, part);
  return {
    seal: (webhookId, part, text) => seal(key, Buffer.from(text), bindingOf(webhookId, part)),
    open: (webhookId, part, sealed) => open(key, sealed, bindingOf(webhookId, part)).toString(),
  };
}
