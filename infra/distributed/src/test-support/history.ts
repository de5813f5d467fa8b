import type { AppendCommand, Json, NewEvent, StreamAppend } from '@onceover/event-store';
import { accountEvents } from '@onceover/schema/events/accounts';
import { auditEvents } from '@onceover/schema/events/audit';
import { catalog, rowsOf } from '@onceover/schema/events/catalog';
import { domainEvents } from '@onceover/schema/events/domains';
import type { CatalogEntry } from '@onceover/schema/events/event-row';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { notificationsEvents } from '@onceover/schema/events/notifications';
import { secretsEvents } from '@onceover/schema/events/secrets';
import { securityEvents } from '@onceover/schema/events/security';
import { deskTenant, operatorTenant } from '@onceover/schema/events/tenants';
import { newId } from '@onceover/service-kit/ids';
import { ownOrigin } from '@onceover/service-kit/origin';
import fc from 'fast-check';
import { z } from 'zod';

/** What is appended to a stream at once, in that part of the history. */
export interface Told {
  readonly part: number;
  readonly events: readonly NewEvent[];
}

/** One stream of one log, told in parts: nothing of one part comes before the part before it is in the log. */
export interface Story {
  readonly log: LogName;
  readonly tenantRef: string | null;
  readonly streamId: string;
  readonly category: string;
  readonly told: readonly Told[];
}

/** The command that appends what is told. */
export function commandOf({ log, tenantRef, streamId, category }: Story, { events }: Told): AppendCommand {
  const closes = rowsOf(log).find(({ type }) => type === events.at(-1)?.type)?.isTerminal === true;
  const append: StreamAppend = { stream: { id: streamId, category }, expected: 'any', events, closes };
  const meta = { correlationId: newId(), actor: { kind: 'system' }, ...ownOrigin('system') } as const;
  return { context: { commandId: crypto.randomUUID(), tenantRef, meta }, appends: [append] };
}

/** Histories of these accounts in so many parts: secrets, accounts, emails, and what operators do. */
export function histories(accounts: readonly string[], parts: number): fc.Arbitrary<readonly Story[]> {
  const told = (types: fc.Arbitrary<readonly CatalogEntry[]>, names: Names) => tellings(types, names, parts);
  const account = fc.constantFrom(...accounts);
  const story = fc.oneof(
    { weight: 6, arbitrary: secretStory(account, told) },
    { weight: 3, arbitrary: emailStory(account, told) },
    { weight: 3, arbitrary: accountStory(account, told) },
    { weight: 1, arbitrary: operatorStory(told) },
  );
  return fc.array(story, { minLength: 30, maxLength: 60, size: 'max' });
}

/** What fields say that are references: a schema knows their form alone. */
type Names = Readonly<Record<string, Json | undefined>>;
type Tell = (types: fc.Arbitrary<readonly CatalogEntry[]>, names: Names) => fc.Arbitrary<readonly Told[]>;

/** In their newest version: the others are only read. */
const written = (rows: readonly CatalogEntry[]) => rows.filter((row) => catalog.includes(row));
const typesIn = (rows: readonly CatalogEntry[], ...types: readonly string[]) =>
  written(rows).filter(({ type }) => types.includes(type));
const noneOrMore = (rows: readonly CatalogEntry[]) => fc.array(fc.constantFrom(...rows), { maxLength: 4 });
const maybe = (rows: readonly CatalogEntry[]) =>
  fc.option(fc.constantFrom(...rows), { nil: undefined }).map((row) => (row ? [row] : []));

const isEnding = ({ type }: CatalogEntry) => /^secret\.(received|burned|expired)$/.test(type);

/** Of an account, the desk or nobody: created, perhaps emailed or submitted, opened in vain, ended, opened too late. */
function secretStory(account: fc.Arbitrary<string>, tell: Tell): fc.Arbitrary<Story> {
  const created = typesIn(secretsEvents, 'secret.created');
  const refused = typesIn(secretsEvents, 'secret.opening_refused', 'secret.delivery_confirmed');
  const owner = fc.oneof(
    { weight: 5, arbitrary: account },
    { weight: 1, arbitrary: fc.constantFrom(deskTenant, null) },
  );
  return owner.chain((tenantRef) => {
    const streamId = newId();
    const first = tenantRef === null ? [] : typesIn(secretsEvents, 'secret.delivery_requested', 'incoming.submitted');
    const types = fc
      .tuple(
        first.length === 0 ? fc.constant([]) : maybe(first),
        noneOrMore(refused),
        maybe(secretsEvents.filter(isEnding)),
        noneOrMore(refused),
      )
      .map((some) => [...created, ...some.flat()]);
    const names = { secretId: streamId, ownerRef: tenantRef ?? undefined, viewerRef: undefined, inboxRef: null };
    return tell(types, names).map((told) => ({ log: 'secrets', tenantRef, streamId, category: 'secret', told }));
  });
}

/** What became of an email of a secret that nobody else is told of here; or somebody's feedback. */
function emailStory(account: fc.Arbitrary<string>, tell: Tell): fc.Arbitrary<Story> {
  const endings = typesIn(
    notificationsEvents,
    'delivery.sent',
    'delivery.failed',
    'delivery.suppressed',
    'feedback.submitted',
  );
  return account.chain((tenantRef) => {
    const streamId = newId();
    const types = fc.constantFrom(...endings).map((row) => [row]);
    const names = { secretId: newId(), deliveryId: streamId };
    return tell(types, names).map((told) => ({
      log: 'notifications',
      tenantRef,
      streamId,
      category: 'delivery',
      told,
    }));
  });
}

/** What happens to an account, to its sessions or to a domain of it; now and then it is erased. */
function accountStory(account: fc.Arbitrary<string>, tell: Tell): fc.Arbitrary<Story> {
  const isLast = ({ isTerminal }: CatalogEntry) => isTerminal;
  const rows = fc.constantFrom(accountEvents, accountEvents, securityEvents, domainEvents, auditEvents);
  return fc.tuple(account, rows, fc.integer({ min: 0, max: 7 })).chain(([tenantRef, all, chance]) => {
    const streamId = newId();
    const log: LogName = all === auditEvents ? 'audit' : 'accounts';
    const going = written(all).filter((row) => !isLast(row));
    const types = fc
      .tuple(
        going.length === 0 ? fc.constant([]) : noneOrMore(going),
        fc.constant(chance === 0 || going.length === 0 ? written(all).filter(isLast) : []),
      )
      .map((some) => some.flat());
    const names = { accountRef: tenantRef, deliveryId: newId(), secretId: newId() };
    return tell(types, names).map((told) => ({ log, tenantRef, streamId, category: 'account', told }));
  });
}

function operatorStory(tell: Tell): fc.Arbitrary<Story> {
  return fc.constantFrom(...logNames).chain((log) => {
    const types = fc.constant(typesIn(rowsOf(log), 'operator.action_taken'));
    return tell(types, { secretId: newId() }).map((told) => {
      return { log, tenantRef: operatorTenant, streamId: newId(), category: 'operator', told };
    });
  });
}

/** One after the other, each in a part that is not before that of the one before it. */
function tellings(
  types: fc.Arbitrary<readonly CatalogEntry[]>,
  names: Names,
  parts: number,
): fc.Arbitrary<readonly Told[]> {
  return types.chain((rows) =>
    fc
      .tuple(
        fc.array(fc.nat({ max: parts - 1 }), { minLength: rows.length, maxLength: rows.length }),
        fc.tuple(...rows.map((row) => eventOf(row, names))),
      )
      .map(([places, events]) => {
        const inOrder = places.toSorted((one, other) => one - other);
        return events.map((event, at) => ({ part: inOrder[at] ?? 0, events: [event] }));
      }),
  );
}

/** An event as its row allows it, whatever the schema leaves open. */
function eventOf({ type, schemaVersion, schema }: CatalogEntry, names: Names): fc.Arbitrary<NewEvent> {
  const { properties = {}, required = [] } = z.toJSONSchema(schema.shape.data) as ObjectSchema;
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, name in names ? fc.constant(names[name]) : valueBy(field)] as const,
  );
  return fc
    .record(Object.fromEntries(fields), { requiredKeys: [...required] })
    .map((data) => ({ type, schemaVersion, data: JSON.parse(JSON.stringify(data)) }) as NewEvent);
}

type JsonSchema = z.core.JSONSchema.BaseSchema;
type ObjectSchema = Required<Pick<JsonSchema, 'properties' | 'required'>>;

function valueBy(schema: unknown): fc.Arbitrary<unknown> {
  const {
    type,
    enum: values,
    const: only,
    anyOf,
    format,
    pattern,
    minimum = 0,
    maximum = 1_000,
    maxLength = 40,
    ...rest
  } = schema as JsonSchema;
  if (only !== undefined) return fc.constant(only);
  if (values !== undefined) return fc.constantFrom(...values);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(valueBy));
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer') return fc.integer({ min: Math.max(1, minimum), max: Math.min(1_000, maximum) });
  if (type === 'object')
    return fc.record(
      Object.fromEntries(Object.entries(rest.properties ?? {}).map(([name, field]) => [name, valueBy(field)])),
    );
  // Of now: months are told by them.
  if (format === 'uuid') return fc.uuid({ version: 7 }).map((id) => newId().slice(0, 14) + id.slice(14));
  if (format === 'date-time')
    return fc.nat({ max: 86_400 }).map((seconds) => new Date(Date.now() - seconds * 1_000).toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  if (type === 'string') return fc.stringMatching(/^[a-z][a-z0-9-]*$/).map((text) => text.slice(0, maxLength));
  throw new TypeError(`no value can be made for ${JSON.stringify(schema)}`);
}
