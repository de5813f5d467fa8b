import { queryOn, type StreamAppend } from '@onceover/event-store';
import { queryRow, queryRows } from '@onceover/postgres-kit/database-failure';
import type {
  WebhookAdded,
  WebhookChanged,
  WebhookDisabled,
  WebhookEvent,
  WebhookRemoved,
} from '@onceover/schema/events/notifications';
import { operatorAppend } from '@onceover/schema/events/operators';
import { everyTenant, operatorTenant } from '@onceover/schema/events/tenants';
import { AuthenticationFailed } from '@onceover/service-kit/crypto';
import { ignoring } from '@onceover/service-kit/errors';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import type { Foundation } from '@onceover/service-shell/foundation';
import type { Knex } from 'knex';
import type pg from 'pg';
import type { Webhook, WebhookActor, Webhooks } from '../../use-cases/webhook/webhooks.ts';
import type { WebhookCipher } from '../keys/webhook-cipher.ts';
import { CHUNK, inChunks } from './in-chunks.ts';
import { FOLLOW } from './partner-events.ts';
import { HIDDEN } from './webhook-plan.ts';

const COLUMNS = `
  w.webhook_id as "webhookId", w.partner_ref as "partnerRef", w.made_by as "madeBy", w.target, w.types, w.state,
  w.created as "createdAt", w.failing_since as "failingSince", w.last_delivered as "lastDelivered", w.public_key as "publicKey",
  case when w.old_secret_until > clock_timestamp() then w.old_secret_until end as "oldSecretUntil",
  (select count(*)::int from notifications.webhook_delivery d
    where d.webhook_id = w.webhook_id and (d.next_try is not null or d.state = 'sending')) as waiting`;

const LIST = {
  name: 'webhooks of a partner',
  text: `select ${COLUMNS} from notifications.webhook w where w.partner_ref = $1::uuid and w.state <> 'removed' order by w.created, w.webhook_id`,
};
const FIND = {
  name: 'find webhook',
  text: `select ${COLUMNS} from notifications.webhook w where w.webhook_id = $1::uuid and w.state <> 'removed'`,
};

const ALL = `
  select w.webhook_id as "webhookId", w.partner_ref as "partnerRef", w.made_by as "madeBy", w.target from notifications.webhook w
    where w.state <> 'removed'`;

const HOLD_PARTNER = 'select from notifications.partner p where p.partner_ref = $1::uuid for no key update';

const INSERT = `
  insert into notifications.webhook
      (webhook_id, partner_ref, made_by, target, types, secret, private_key, public_key, created)
    select $1::uuid, $2::uuid, $3::uuid, $4::bytea, $5::text[], $6::bytea, $7::bytea, $8, clock_timestamp()
      where (select count(*) from notifications.webhook w where w.partner_ref = $2::uuid and w.state <> 'removed') < $9::int`;

/** What did not arrive at another address says nothing about a new one. */
const EDIT = `
  update notifications.webhook w
    set target = $2::bytea, types = $3::text[], failing_since = case when $4::bool then null else w.failing_since end
    where w.webhook_id = $1::uuid and w.state <> 'removed'`;

const PAUSE = `update notifications.webhook w set state = 'paused' where w.webhook_id = $1::uuid and w.state = 'active'`;

const RESUME = `
  update notifications.webhook w set state = 'active', failing_since = null where w.webhook_id = $1::uuid and w.state = $2`;

/** Whoever takes one in the same moment has it. */
const SEND_WAITING = `
  update notifications.webhook_delivery d set next_try = statement_timestamp() where d.delivery_id = any (array(
    select o.delivery_id from notifications.webhook_delivery o
      where o.webhook_id = $1::uuid and o.next_try > statement_timestamp() limit ${CHUNK} for update skip locked)) returning 1`;

const SKIP_WAITING = `
  update notifications.webhook_delivery d set state = 'skipped', next_try = null, ended = clock_timestamp()
    where d.delivery_id = any (array(
      select o.delivery_id from notifications.webhook_delivery o
        where o.webhook_id = $1::uuid and o.next_try is not null limit ${CHUNK} for update skip locked)) returning 1`;

const REMOVE = `update notifications.webhook w set ${HIDDEN} where w.webhook_id = $1::uuid and w.state <> 'removed'`;

const REPLACE_SECRET = `
  update notifications.webhook w
    set old_secret = case when $3::int > 0 then w.secret end,
      old_secret_until = case when $3::int > 0 then clock_timestamp() + make_interval(hours => $3::int) end,
      secret = $2::bytea
    where w.webhook_id = $1::uuid and w.state <> 'removed'`;

/** Whoever has an active webhook need not ask: they are silent from the day on which it is active no longer. The partner is held first. */
const NOTE_ASKED = `
  update notifications.partner p set asked_on = current_date where p.partner_ref = $1::uuid and p.asked_on <> current_date`;

const DISABLE = `update notifications.webhook w set state = $2 where w.webhook_id = $1::uuid and w.state = 'active' and w.target = $3::bytea`;

interface Row extends Omit<Webhook, 'url' | 'description'> {
  readonly target: Buffer;
}
type Target = Pick<Webhook, 'url' | 'description'>;

/** Thrown inside the transaction, so that nothing of it stays. */
class NotDone extends Error {}

type Named = Pick<Webhook, 'webhookId' | 'partnerRef' | 'madeBy'>;

interface WebhookTableParts extends Pick<Foundation, 'pool' | 'events'> {
  /** The HMAC of the desk's address; null: there is none. */
  readonly desk: Buffer | null;
}

/** The table `notifications.webhook`, with its events in the same commit. Addresses, descriptions and keys are sealed in it. */
export function createPostgresWebhooks({ pool, events, desk }: WebhookTableParts, cipher: WebhookCipher): Webhooks {
  const record = recordingIn(events);
  const webhookOf = ({ target, ...row }: Row): Webhook => ({
    ...row,
    ...(JSON.parse(cipher.open(row.webhookId, 'target', target)) as Target),
  });
  return {
    async list(partnerRef) {
      return (await queryRows<Row>(pool, LIST, [partnerRef])).map(webhookOf);
    },
    async find(webhookId) {
      const row = await queryRow<Row>(pool, FIND, [webhookId]);
      return row === null ? null : webhookOf(row);
    },
    ...settingUp(pool, record, desk, cipher),
    ...going(pool, record, desk),
    async disable(webhookId, triedUrl, reasonCode) {
      const webhook = await queryRow<Row>(pool, FIND, [webhookId]);
      if (webhook === null || webhookOf(webhook).url !== triedUrl) return false;
      const told = [disabledOf(webhook, reasonCode)];
      return await record(webhook, byUs(), told, async (tx) => {
        await queryOn(tx, NOTE_ASKED, [webhook.partnerRef]);
        return await written(tx, DISABLE, [webhookId, reasonCode, webhook.target]);
      });
    },
    async removeUnreadable() {
      const all = await queryRows<Named & Pick<Row, 'target'>>(pool, { text: ALL });
      const lost = all.filter(({ webhookId, target }) => !isReadable(cipher, webhookId, target));
      for (const webhook of lost) {
        await record(webhook, byUs(), [removedOf(webhook)], (tx) => written(tx, REMOVE, [webhook.webhookId]));
      }
      return lost.length;
    },
  };
}

const byUs = (): WebhookActor => ({
  meta: { correlationId: newId(), actor: { kind: 'system' }, ...ownOrigin('system') },
  operatorRef: null,
});

function isReadable({ open }: WebhookCipher, webhookId: string, target: Buffer): boolean {
  try {
    open(webhookId, 'target', target);
    return true;
  } catch (error) {
    if (error instanceof AuthenticationFailed) return false;
    throw error;
  }
}

/** Records and writes; false, and neither, where `write` has done nothing. */
type Record = (
  webhook: Named,
  by: WebhookActor,
  told: readonly WebhookEvent[],
  write: (tx: Knex.Transaction) => Promise<number>,
) => Promise<boolean>;

function recordingIn(events: Foundation['events']): Record {
  return async (webhook, { meta, operatorRef }, told, write) => {
    const context = { commandId: newId(), tenantRef: tenantOf(webhook), meta };
    const recorded = events.transact(context, async ({ append, tx }) => {
      if (told.length > 0) await append(...told.map(appendOf), ...operatorAppends(webhook, operatorRef, told));
      if ((await write(tx)) === 0) throw new NotDone();
      return true;
    });
    // Or it was removed a moment ago.
    return (await recorded.catch(ignoring(NotDone))) ?? false;
  };
}

async function written(tx: Knex.Transaction, text: string, values: readonly unknown[]): Promise<number> {
  return (await queryOn(tx, text, [...values])).rowCount ?? 0;
}

/** What a webhook is. */
function settingUp(
  pool: pg.Pool,
  record: Record,
  desk: Buffer | null,
  { seal }: WebhookCipher,
): Pick<Webhooks, 'add' | 'edit' | 'replaceSecret'> {
  const sealTarget = (webhookId: string, { url, description }: Target) =>
    seal(webhookId, 'target', JSON.stringify({ url, description }));
  return {
    add(webhook, by) {
      const { webhookId, partnerRef, madeBy, types, secret, privateKey, publicKey, tenants, limit } = webhook;
      const keys = [seal(webhookId, 'secret', secret), seal(webhookId, 'private-key', privateKey), publicKey];
      const values = [webhookId, partnerRef, madeBy, sealTarget(webhookId, webhook), types, ...keys, limit];
      return record(webhook, by, [addedOf(webhook)], async (tx) => {
        await queryOn(tx, FOLLOW.text, [partnerRef, tenants, desk]);
        await queryOn(tx, HOLD_PARTNER, [partnerRef]);
        return await written(tx, INSERT, values);
      });
    },
    async edit(webhook, edit, changes, by) {
      const { webhookId } = webhook;
      const edited = { ...webhook, ...edit };
      const told = changes.map((what) => changedOf(webhook, what));
      const isMoved = edited.url !== webhook.url;
      const values = [webhookId, sealTarget(webhookId, edited), edited.types, isMoved];
      const isEdited = await record(webhook, by, told, (tx) => written(tx, EDIT, values));
      if (isEdited && isMoved) await inChunks(pool, SEND_WAITING, [webhookId]);
      return isEdited;
    },
    replaceSecret(webhook, secret, overlapHours, by) {
      const { webhookId } = webhook;
      const values = [webhookId, seal(webhookId, 'secret', secret), overlapHours];
      return record(webhook, by, [changedOf(webhook, 'secret')], (tx) => written(tx, REPLACE_SECRET, values));
    },
  };
}

/** Whether anything is sent to it. */
function going(pool: pg.Pool, record: Record, desk: Buffer | null): Pick<Webhooks, 'pause' | 'resume' | 'remove'> {
  return {
    pause: (webhook, by) =>
      record(webhook, by, [changedOf(webhook, 'paused')], async (tx) => {
        await queryOn(tx, NOTE_ASKED, [webhook.partnerRef]);
        return await written(tx, PAUSE, [webhook.webhookId]);
      }),
    async resume(webhook, tenants, skipWaiting, by) {
      const { webhookId, partnerRef, state } = webhook;
      const told = state === 'active' ? [] : [changedOf(webhook, 'resumed')];
      // In commits of their own, so that no event of the partner waits for them; what is left out is so before it would be sent.
      await queryRows(pool, FOLLOW, [partnerRef, tenants, desk]);
      if (skipWaiting) await inChunks(pool, SKIP_WAITING, [webhookId]);
      const isResumed = await record(webhook, by, told, (tx) => written(tx, RESUME, [webhookId, state]));
      if (isResumed && !skipWaiting) await inChunks(pool, SEND_WAITING, [webhookId]);
      return isResumed;
    },
    remove: (webhook, by) =>
      record(webhook, by, [removedOf(webhook)], (tx) => written(tx, REMOVE, [webhook.webhookId])),
  };
}

const tenantOf = ({ partnerRef }: Named): string => (partnerRef === everyTenant ? operatorTenant : partnerRef);

const fieldsOf = ({ madeBy, webhookId }: Named) => ({ accountRef: madeBy, webhookId });
const addedOf = (webhook: Named): WebhookAdded => ({
  type: 'webhook.added',
  schemaVersion: 1,
  data: fieldsOf(webhook),
});
const removedOf = (webhook: Named): WebhookRemoved => ({
  type: 'webhook.removed',
  schemaVersion: 1,
  data: fieldsOf(webhook),
});
const changedOf = (webhook: Named, what: WebhookChanged['data']['what']): WebhookChanged => ({
  type: 'webhook.changed',
  schemaVersion: 1,
  data: { ...fieldsOf(webhook), what },
});
const disabledOf = (webhook: Named, reasonCode: WebhookDisabled['data']['reasonCode']): WebhookDisabled => ({
  type: 'webhook.disabled',
  schemaVersion: 1,
  data: { ...fieldsOf(webhook), reasonCode },
});

/** Each in a stream of its own, which ends with it: a webhook may live for ever, and the log is removed by months. */
const appendOf = (event: WebhookEvent): StreamAppend => ({
  stream: { id: newId(), category: 'webhook' },
  expected: 'none',
  events: [event],
  closes: true,
});

/** What a colonel does to a webhook of the installation is an action of an operator as well. */
function operatorAppends(
  { webhookId }: Named,
  operatorRef: string | null,
  told: readonly WebhookEvent[],
): readonly StreamAppend[] {
  if (operatorRef === null) return [];
  const action = told[0]?.type.replace('.', '_') ?? 'webhook_changed';
  const target = { targetKind: 'webhook', targetRef: webhookId, reasonCode: 'maintenance' };
  return [operatorAppend(newId(), { operatorRef, action, ...target })];
}
