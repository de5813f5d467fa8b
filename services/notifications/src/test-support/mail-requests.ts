import { readFileSync } from 'node:fs';
import type { Doorbell } from '@onceover/event-bus';
import { createPostgresEventStore, type EventStore } from '@onceover/event-store';
import { catalog } from '@onceover/schema/events/catalog';
import { sealingKey } from '@onceover/schema/internal/deliveries';
import { envelopeContext, type MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import { newId } from '@onceover/service-kit/ids';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { ownOrigin } from '@onceover/service-kit/origin';
import { sealBox } from '@onceover/service-kit/sealed-box';
import type pg from 'pg';

/** Which event asks for which email, and in whose log. */
const requests = {
  'secret-link': { owner: 'secrets', type: 'secret.delivery_requested' },
  incoming: { owner: 'secrets', type: 'incoming.submitted' },
  'verify-account': { owner: 'accounts', type: 'account.registered' },
  'account-exists': { owner: 'accounts', type: 'account.sign_up_repeated' },
  'password-reset': { owner: 'accounts', type: 'account.reset_requested' },
  'password-changed': { owner: 'accounts', type: 'account.password_changed' },
  'two-step-removed': { owner: 'accounts', type: 'account.two_step_removed' },
  'passkey-added': { owner: 'accounts', type: 'account.passkey_added' },
  'passkey-removed': { owner: 'accounts', type: 'account.passkey_removed' },
  'account-disabled': { owner: 'accounts', type: 'account.disabled_told' },
  'account-enabled': { owner: 'accounts', type: 'account.enabled_told' },
  'webhook-disabled': { owner: 'accounts', type: 'account.webhook_disabled_told' },
  'interception-suspected': { owner: 'accounts', type: 'security.interception_suspected' },
} as const;

type Log = 'secrets' | 'accounts' | 'notifications';

export interface MailRequests {
  /** What an owner does: seals the envelope, stores it, and says so in its log. Gives the delivery id. */
  request(envelope: MailEnvelope, change?: RequestChange): Promise<string>;
  /** An event of a log. */
  append(log: Log, type: string, data: object, about?: About): Promise<void>;
}

/** Whose event it is, and the stream it stands in. */
export interface About {
  readonly tenantRef?: string;
  readonly streamId?: string;
  /** The stream's version before it. */
  readonly after?: number;
  /** Of the network that its command came from. */
  readonly networkTag?: string;
  /** The trace that its request named. */
  readonly traceparent?: string;
}

export interface RequestChange {
  /** Another event than usual, such as `account.verification_requested`. */
  readonly type?: string;
  /** Sealed for another delivery, so that it cannot be opened as this one. */
  readonly sealedFor?: string;
  /** The owner has no envelope: what the email was about has ended. */
  readonly isGone?: boolean;
  readonly about?: About;
  /** What its event says besides. */
  readonly data?: object;
}

/** What the catalogue's example of a type says: an event without it is no such event. */
function exampleData(type: string): object {
  const name = catalog.find((entry) => entry.type === type)?.example;
  if (name === undefined) return {};
  return JSON.parse(readFileSync(new URL(`../../../../schema/events/${name}`, import.meta.url), 'utf8')).data;
}

export function createMailRequests(owner: pg.Pool, ask: AskInternal, ring: Doorbell['ring']): MailRequests {
  const logOf = (service: string): EventStore =>
    createPostgresEventStore({ pool: owner, schema: service, service, batching: false, onCommitted: ring });
  const logs = { secrets: logOf('secrets'), accounts: logOf('accounts'), notifications: logOf('notifications') };

  async function append(log: Log, type: string, data: object, about: About = {}): Promise<void> {
    const whole = { ...exampleData(type), ...data };
    const { tenantRef = null, streamId = newId(), after, networkTag, traceparent } = about;
    const origin = {
      ...ownOrigin('system'),
      ...(networkTag !== undefined && { networkTag }),
      ...(traceparent !== undefined && { traceparent }),
    };
    await logs[log].execute({
      context: {
        commandId: newId(),
        tenantRef,
        meta: { correlationId: 'req-test', actor: { kind: 'system' }, ...origin },
      },
      appends: [
        {
          stream: { id: streamId, category: 'test' },
          expected: after ?? 'none',
          events: [{ type, schemaVersion: 1, data: whole }],
        },
      ],
      shared: [],
      guards: [],
      inline: [],
    });
  }

  return {
    append,
    async request(envelope, change = {}) {
      const deliveryId = newId();
      const { keyId, publicKey } = await ask(sealingKey, {});
      const context = Buffer.from(envelopeContext(change.sealedFor ?? deliveryId));
      const sealed = sealBox(Buffer.from(publicKey, 'base64'), Buffer.from(JSON.stringify(envelope)), context);
      if (change.isGone !== true) {
        await owner.query('insert into fake_owner.envelope values ($1, $2, $3)', [deliveryId, sealed, keyId]);
      }
      const { owner: service, type } = requests[envelope.template];
      await append(service, change.type ?? type, { deliveryId, ...change.data }, change.about);
      return deliveryId;
    },
  };
}
