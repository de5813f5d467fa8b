import { concealVerification } from '@onceover/schema/internal/conceal-verification';
import { sealingKey } from '@onceover/schema/internal/deliveries';
import { shortKeyOfSecret } from '@onceover/schema/internal/find-secrets';
import { envelopeContext, type MailEnvelope, mailEnvelope } from '@onceover/schema/internal/mail-envelope';
import type { Clock } from '@onceover/service-kit/clock';
import { randomBase36 } from '@onceover/service-kit/crypto';
import { OutageError } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { type AskInternal, answering, createInternalCalls } from '@onceover/service-kit/internal-call';
import { newBoxKeyPair, openBox } from '@onceover/service-kit/sealed-box';

/** The secrets and notifications services, as far as accounts asks them. */
export interface FakeNeighbours {
  readonly ask: AskInternal;
  /** Whether they answer at all. */
  isAway: boolean;
  /** Verification secrets by their keys, as the links have them. */
  readonly secrets: ReadonlyMap<string, { readonly secretId: string; readonly accountRef: string }>;
  /** Opens an envelope as the notifications service would. */
  open(deliveryId: string, sealed: Buffer): MailEnvelope;
}

export function createFakeNeighbours(clock: Clock): FakeNeighbours {
  const keys = newBoxKeyPair();
  const secrets = new Map<string, { secretId: string; accountRef: string }>();
  const byRequest = new Map<string, { secretId: string; secretKey: string; expiresAt: string }>();
  const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000).toISOString();
  const calls = createInternalCalls();
  calls.register([
    answering(sealingKey, async () => ({
      keyId: 'k1',
      publicKey: keys.publicKey.toString('base64'),
      useUntil: inDays(1),
    })),
    answering(shortKeyOfSecret, async () => ({ shortkey: 'k3v9q2mx' })),
    answering(concealVerification, async ({ accountRef, requestId }) => {
      const known = byRequest.get(requestId);
      if (known !== undefined) return known;
      const made = { secretId: newId(), secretKey: randomBase36(31), expiresAt: inDays(1) };
      byRequest.set(requestId, made);
      secrets.set(made.secretKey, { secretId: made.secretId, accountRef });
      return made;
    }),
  ]);
  const fake: { -readonly [K in keyof FakeNeighbours]: FakeNeighbours[K] } = {
    isAway: false,
    secrets,
    ask: ((call, input) =>
      fake.isAway ? Promise.reject(new OutageError('secrets')) : calls.ask(call, input)) as AskInternal,
    open(deliveryId: string, sealed: Buffer) {
      const context = Buffer.from(envelopeContext(deliveryId), 'utf8');
      return mailEnvelope.parse(JSON.parse(openBox(keys, sealed, context).toString('utf8')));
    },
  };
  return fake;
}
