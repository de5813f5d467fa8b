import { expect, test } from 'vitest';
import { checkConsumersOf } from './check-consumers.ts';

const check = checkConsumersOf('secrets');
const plans = {
  name: 'secrets.plan-limits',
  sources: ['accounts'],
  handles: ['account.plan_changed', 'account.erased'],
};
const deliveries = {
  name: 'secrets.deliveries',
  sources: ['notifications'],
  handles: ['delivery.sent', 'delivery.failed', 'delivery.suppressed', 'delivery.bounced'],
};

test('a service starts with the consumers that the catalogue names', () => {
  expect(() => check([plans, deliveries])).not.toThrow();
});

test.each([
  ['handles a type that the catalogue does not know', { ...plans, handles: [...plans.handles, 'account.sold'] }],
  ['handles a type without being named there', { ...plans, handles: [...plans.handles, 'account.verified'] }],
  ['reads another log than that of the type', { ...plans, sources: ['notifications'] }],
  ['is unknown to the catalogue', { ...plans, name: 'secrets.plans' }],
  ['handles less than the catalogue says', { ...plans, handles: ['account.erased'] }],
])('no service starts with a consumer that %s', (_name, changed) => {
  expect(() => check([changed, deliveries])).toThrow(
    changed.name === plans.name ? 'secrets.plan-limits' : 'secrets.plans',
  );
});

test('no service starts without a consumer that the catalogue names', () => {
  expect(() => check([plans])).toThrow('the catalogue names secrets.deliveries for delivery.sent');
});
