import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import { sealFixture } from '../adapters/crypto/testing/sealed-secret.ts';
import type { SecretBinding } from '../use-cases/secret/secret-cipher.ts';
import type { ConcealCommand, EndCommand, ImportCommand } from '../use-cases/secret/secret-writes.ts';
import type { TestSecrets } from './test-secrets.ts';

const TTL_SECONDS = 3600;

/** A conceal of a new secret, sealed under the current epoch at this instant; a test states what matters to it. */
export function aConcealCommand(
  { parts }: Pick<TestSecrets, 'parts'>,
  change: Partial<ConcealCommand> = {},
  binding: Partial<SecretBinding> = {},
): ConcealCommand {
  const createdAt = binding.createdAt ?? parts.ports.databaseTime.now();
  const expiresAt = new Date(createdAt.getTime() + TTL_SECONDS * 1000);
  const fixture = sealFixture(parts.crypto.cipher, { binding: { createdAt, expiresAt, ...binding } });
  const { keys, names, sealed, plaintext } = fixture;
  return {
    context: aContext(fixture.binding.ownerRef),
    isRemembered: false,
    made: {
      keys,
      ...names,
      binding: fixture.binding,
      sealed,
      ttlSeconds: TTL_SECONDS,
      originalSize: plaintext.length,
      metadataUntil: new Date(expiresAt.getTime() + TTL_SECONDS * 1000),
      recipients: null,
      shareDomain: null,
      isPeopleOnly: false,
    },
    events: [secretCreated(expiresAt)],
    replay: null,
    deliveries: [],
    incoming: null,
    ...change,
  };
}

function secretCreated(expiresAt: Date) {
  const told = { kind: 'share', hasPassphrase: false, truncated: false, sizeBucket: '1k', recipientCount: 0 };
  const data = { ...told, ttlSeconds: TTL_SECONDS, expiresAt: expiresAt.toISOString() };
  return { type: 'secret.created', schemaVersion: 1, data };
}

/**
 * The same conceal with a row in every table that a conceal may write to. What it would be answered with again is over
 * already, so that a rotation passes over what no key opens; likewise for `withToken`.
 */
export function withEverything({ made, ...command }: ConcealCommand): ConcealCommand {
  const { lookup, createdAt: at, expiresAt } = made.binding;
  const rest = { expiresAt, sealed: Buffer.from('an email'), keyId: 'key-1' };
  const asked = [0, 1].map(() => ({ ...rest, deliveryId: newId() }));
  const events = asked.map(({ deliveryId }) => {
    return { type: 'secret.delivery_requested', schemaVersion: 1, data: { deliveryId, channel: 'mail' } };
  });
  return {
    ...command,
    made: { ...made, recipients: 'a•@example.com' },
    isRemembered: true,
    events: [...command.events, ...events],
    replay: { keyHash: lookup, epoch: made.sealed.epoch, sealed: Buffer.from('an answer'), until: at },
    deliveries: asked,
    incoming: { incomingId: newId(), inbox: Buffer.from('desk'), ticketNumber: '17' },
  };
}

/** The same secret, as if another server had made it. */
export function anImportCommand({ made: { sealed, isPeopleOnly, ...made }, context }: ConcealCommand): ImportCommand {
  const { createdAt, expiresAt } = made.binding;
  const told = { createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), ttlSeconds: made.ttlSeconds };
  const data = { ...told, recipientCount: 0, sizeBucket: '1k' };
  return {
    context,
    imported: { ...made, sealed, epoch: sealed.epoch, ended: null },
    event: { type: 'secret.imported', schemaVersion: 1, data },
  };
}

/** The same after it has ended there. */
export function anEndedImportCommand(command: ConcealCommand): ImportCommand {
  const { imported, event, context } = anImportCommand(command);
  const at = imported.binding.createdAt;
  const [createdAt, { ttlSeconds }] = [at.toISOString(), imported];
  const data = { createdAt, ttlSeconds, recipientCount: 0, state: 'burned', endedAt: createdAt };
  return {
    context,
    imported: { ...imported, sealed: null, ended: { as: 'burned', at } },
    event: { ...event, type: 'secret.metadata_imported', data },
  };
}

/** An ending of the secret that a conceal stored, by somebody who has just read it. */
export function anEndCommand({ made, events }: ConcealCommand, change: Partial<EndCommand> = {}): EndCommand {
  const ending = change.ending ?? 'received';
  return {
    context: aContext(made.binding.ownerRef),
    isRemembered: false,
    secret: { secretId: made.keys.secretId, version: events.length, binding: made.binding },
    ending,
    event: { type: `secret.${ending}`, schemaVersion: 1, data: ending === 'expired' ? {} : { by: 'anonymous' } },
    deliveryConfirmed: null,
    redelivery: null,
    ...change,
  };
}

/** What a claimant with a token brings along: the command is remembered, and the content may be fetched again. */
export function withToken({ made }: ConcealCommand, epoch = made.sealed.epoch): Partial<EndCommand> {
  const { createdAt: until } = made.binding;
  const tokenHash = Buffer.alloc(32, 't');
  const redelivery = { tokenHash, epoch, rblob: Buffer.from(`again ${made.shortkey}`), until, count: 3 };
  return { isRemembered: true, deliveryConfirmed: false, redelivery };
}

function aContext(tenantRef: string | null): ConcealCommand['context'] {
  return {
    commandId: newId(),
    tenantRef,
    meta: { correlationId: 'req-test', actor: { kind: 'anonymous' }, ...ownOrigin('system') },
  };
}
