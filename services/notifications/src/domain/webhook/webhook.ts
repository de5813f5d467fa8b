import type { RefusalCode } from '@onceover/schema/refusals';
import { refusal } from '@onceover/service-kit/errors';

/** `{}`: something is to be sent. Whoever hears it looks itself what is due. */
export const sendWebhooksJob = 'send-webhooks';

/** Most webhooks of the installation. */
export const installationLimit = 10;

/** Most tests of one webhook in an hour. */
export const testsPerHour = 10;

const MAX_DESCRIPTION = 100;

export class InvalidWebhookAddress extends refusal<RefusalCode>('webhook.invalid-address') {}

export class TooManyWebhooks extends refusal<RefusalCode>('webhook.too-many') {
  constructor(limit: number) {
    super({ limit });
  }
}

/** There is none, it is not the caller's, or it has no such delivery. */
export class UnknownWebhook extends refusal<RefusalCode>('webhook.unknown') {}

export class TooManyTests extends refusal<RefusalCode>('account.too-many-tries') {
  constructor(retryAfterSeconds: number) {
    super({ retryAfterSeconds });
  }
}

/** One line, at most a hundred characters: the rest is left out. */
export function descriptionFrom(text: string): string {
  return [...text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()].slice(0, MAX_DESCRIPTION).join('');
}
