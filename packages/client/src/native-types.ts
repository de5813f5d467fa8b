/**
 * Reads answers in whichever types they come. Onetime Secret v0.18, and Onceover with `ONCEOVER_COMPATIBLE_TYPES`, send texts
 * for numbers and booleans of stored objects and `""` for what is absent. Source: REST contract 2.
 */

const NUMBERS = new Set([
  'created',
  'updated',
  'secret_ttl',
  'lifespan',
  'expiration',
  'expiration_in_seconds',
  'received',
  'burned',
  'original_size',
  'view_count',
  'count',
  'since',
  'last_login',
  'secrets_created',
  'secrets_burned',
  'secrets_shared',
  'emails_sent',
]);
const BOOLEANS = new Set(['verified', 'is_truncated', 'has_passphrase', 'verification', 'is_owner', 'show_recipients']);
const ABSENT_IF_EMPTY = new Set([
  'share_domain',
  'recipients',
  'shared',
  'viewed',
  'secret_key',
  'locale',
  'stripe_customer_id',
  'stripe_subscription_id',
  'stripe_checkout_email',
  'apitoken',
]);
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** The same answer with numbers, booleans and nulls where the contract has them. What people wrote is never touched. */
export function withNativeTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNativeTypes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, nativeMember(name, member)]));
}

function nativeMember(name: string, member: unknown): unknown {
  if (typeof member !== 'string') return withNativeTypes(member);
  if (NUMBERS.has(name) && DECIMAL.test(member)) return Number(member);
  if (BOOLEANS.has(name) && /^(?:true|false)$/.test(member)) return member === 'true';
  const isAbsent = member === '' && (NUMBERS.has(name) || BOOLEANS.has(name) || ABSENT_IF_EMPTY.has(name));
  return isAbsent ? null : member;
}
