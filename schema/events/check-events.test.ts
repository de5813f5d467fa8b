import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalog } from './catalog.ts';
import { checkEventsOf } from './check-events.ts';
import type { CatalogEntry } from './event-row.ts';
import { logNames } from './logs.ts';

interface Example {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: Record<string, unknown>;
  readonly meta: Record<string, unknown>;
}

const exampleOf = ({ example }: CatalogEntry): Example =>
  JSON.parse(readFileSync(new URL(example, import.meta.url), 'utf8'));
const entryOf = (type: string) => catalog.find((entry) => entry.type === type) as CatalogEntry;
const burned = exampleOf(entryOf('secret.burned'));
const created = exampleOf(entryOf('secret.created'));
const changed = exampleOf(entryOf('account.plan_changed'));

const ofOneService = catalog.filter(({ type }) => !/^(operator|log)\./.test(type));

test.each(ofOneService.map((entry) => [entry.type, entry] as const))(
  '%s is written by its own service alone',
  (_type, entry) => {
    const { meta, ...event } = exampleOf(entry);
    for (const service of logNames) {
      const writing = () => checkEventsOf(service)({ events: [event], closes: entry.isTerminal }, meta);
      if (service === entry.producer) expect(writing).not.toThrow();
      else expect(writing).toThrow(`${service} does not write ${entry.type} ${entry.schemaVersion}`);
    }
  },
);

test('every service writes what its operators do, and nothing that a person typed', () => {
  const { meta, ...event } = exampleOf(entryOf('operator.action_taken'));
  for (const service of logNames) {
    const check = checkEventsOf(service);
    expect(() => check({ events: [event], closes: true }, meta)).not.toThrow();
    for (const typed of [{ reasonCode: 'He asked me to' }, { targetRef: 'tom+x@example.org, please' }]) {
      const data = { ...event.data, ...typed };
      expect(() => check({ events: [{ ...event, data }], closes: true }, meta)).toThrow('invalid_format');
    }
  }
});

const secrets = checkEventsOf('secrets');
const withData = (data: object): Example => ({ ...created, data: { ...created.data, ...data } });

test.each([
  ['of a type that nobody listed', { ...created, type: 'secret.sold' }, 'does not list it'],
  ['of a version that nobody listed', { ...created, schemaVersion: 2 }, 'does not list it'],
  ['with a field of another type', withData({ ttlSeconds: 'an hour' }), 'ttlSeconds invalid_type'],
  ['with a value that is not allowed', withData({ kind: 'stolen' }), 'kind invalid_value'],
  ['without a field', withData({ recipientCount: undefined }), 'recipientCount invalid_type'],
  ['with a field that nobody listed', withData({ passphrase: 'hunter2' }), 'unrecognized_keys passphrase'],
] as const)('an event %s is not written', (_name, { meta, ...event }, message) => {
  expect(() => secrets({ events: [event] }, meta)).toThrow(message);
});

test('what is inside a field is checked as closely', () => {
  const limits = { ...(changed.data.limits as object), email: 'tom@example.org' };
  const event = { ...changed, data: { ...changed.data, limits } };
  expect(() => checkEventsOf('accounts')({ events: [event] }, changed.meta)).toThrow('limits unrecognized_keys email');
});

test('meta with a field that nobody listed is not written', () => {
  const { meta, ...event } = created;
  expect(() => secrets({ events: [event] }, { ...meta, ip: '192.0.2.1' })).toThrow('meta');
});

test('what ends a stream comes last and closes it', () => {
  const refused = 'secret.burned 1 ends its stream';
  expect(() => secrets({ events: [burned] }, burned.meta)).toThrow(refused);
  expect(() => secrets({ events: [burned, created], closes: true }, burned.meta)).toThrow(refused);
  expect(() => secrets({ events: [created, burned], closes: true }, burned.meta)).not.toThrow();
});

test('a refusal says where, never what', () => {
  const { meta, ...event } = withData({ expiresAt: 'hunter2', shareDomainId: 'hunter2'.repeat(20) });
  expect(() => secrets({ events: [event] }, meta)).toThrow(
    /^(?!.*hunter2).*expiresAt invalid_format, shareDomainId too_big/,
  );
});
