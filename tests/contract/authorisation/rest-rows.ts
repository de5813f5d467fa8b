import { PASSWORD } from '../../support/people.ts';
import { unknownKey } from '../support/secrets.ts';
import { type Access, type Into, isAllowed, outcomeInside } from './access.ts';
import type { Role } from './roles.ts';

/** Who owns what: the id and the handles belong to the customer, domains to the paying one. */
export interface Belongings {
  readonly customerId: string;
  readonly handleToLookAt: string;
  readonly handleToBurn: string;
  readonly domain: string;
  readonly domainToRemove: string;
}

/** One row of `/api/v2`: who gets in, what they send, and what the outcome is. */
interface RestRow {
  readonly access: Access;
  /** A token needs a scope that the narrow one lacks. */
  readonly isScoped?: true;
  readonly fields?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  /** The `:key` of the path. */
  readonly key?: string | keyof Belongings;
  readonly into: Into;
  /** Ends the session it is called with. */
  readonly endsSession?: true;
  /** Gives out form tokens, so that a stale cookie gets in. */
  readonly answersWithoutToken?: true;
}

const newPassword = { password: PASSWORD, password_confirm: PASSWORD };
const unknown = '404 unknown_secret';
const ownDomain = { paid: '200', 'other customer': '404 domain_not_found', otherwise: '400 plan_required' };

/** The contract's rows. A plain path has the row of its `/api/v2` counterpart. Source: REST contract 5 to 8. */
export const restRows: Readonly<Record<string, RestRow>> = {
  'POST /api/v2/secret/conceal': { access: 'anybody', isScoped: true, into: '400 empty_secret' },
  'GET /api/v2/secret/:key': { access: 'anybody', isScoped: true, key: unknownKey, into: unknown },
  'POST /api/v2/secret/:key': {
    access: 'anybody',
    isScoped: true,
    key: unknownKey,
    fields: { continue: 'true' },
    into: unknown,
  },
  'POST /api/v2/secret/:key/acknowledge': { access: 'anybody', isScoped: true, key: unknownKey, into: '200' },
  'GET /api/v2/private/recent': { access: 'signed in', into: '200' },
  'GET /api/v2/events': { access: 'signed in', isScoped: true, into: '200' },
  'GET /api/v2/private/:key': {
    access: 'anybody',
    isScoped: true,
    key: 'handleToLookAt',
    into: { customer: '200', otherwise: unknown },
  },
  'POST /api/v2/private/:key/burn': {
    access: 'anybody',
    isScoped: true,
    key: 'handleToBurn',
    fields: { continue: 'true' },
    into: { customer: '200', otherwise: unknown },
  },
  'POST /api/v2/validate-shrimp': { access: 'anybody', into: '200', answersWithoutToken: true },
  'GET /api/v2/authcheck': { access: 'signed in', isScoped: true, into: '200' },
  'GET /api/v2/altcha/challenge': { access: 'anybody', into: '200' },
  'GET /api/v2/status': { access: 'anybody', into: '200' },
  'GET /api/v2/version': { access: 'anybody', into: '200' },
  'GET /api/v2/supported-locales': { access: 'anybody', into: '200' },
  'GET /api/v2/account': { access: 'signed in', isScoped: true, into: '200' },
  'POST /api/v2/account/apitoken': { access: 'signed in', isScoped: true, into: '200' },
  'POST /api/v2/account/change-password': { access: 'session', into: '400 bad_password' },
  'POST /api/v2/account/destroy': { access: 'session', into: '400 confirmation_required' },
  'POST /api/v2/account/update-locale': {
    access: 'signed in',
    isScoped: true,
    fields: { locale: 'tlh' },
    into: '400 bad_locale',
  },
  'GET /api/v2/account/domains': { access: 'signed in', isScoped: true, into: '200' },
  'POST /api/v2/account/domains/add': {
    access: 'signed in',
    isScoped: true,
    into: { paid: '400 empty_domain', 'other customer': '400 empty_domain', otherwise: '400 plan_required' },
  },
  'GET /api/v2/account/domains/:key': { access: 'signed in', isScoped: true, key: 'domain', into: ownDomain },
  'POST /api/v2/account/domains/:key/verify': { access: 'signed in', isScoped: true, key: 'domain', into: ownDomain },
  'POST /api/v2/account/domains/:key/remove': {
    access: 'signed in',
    isScoped: true,
    key: 'domainToRemove',
    into: ownDomain,
  },
  'GET /api/v2/colonel': { access: 'colonel', into: '200' },
  'POST /api/v2/feedback': { access: 'anybody', into: '400 empty_feedback' },
  'POST /api/v2/incoming': { access: 'anybody', isScoped: true, into: '400 empty_secret' },
  'POST /api/v2/signin': {
    access: 'browsers',
    // An address for each role, because wrong passwords are counted by address.
    fields: () => ({ email: `nobody-${crypto.randomUUID()}@example.com`, password: 'a wrong one' }),
    into: '400 bad_credentials',
  },
  'POST /api/v2/signin/second-step': {
    access: 'browsers',
    fields: { code: '123456' },
    into: '400 second_step_expired',
  },
  'POST /api/v2/signup': { access: 'browsers', fields: { email: 'nobody', ...newPassword }, into: '400 bad_email' },
  'POST /api/v2/signup/resend': { access: 'browsers', fields: { email: 'nobody' }, into: '400 bad_email' },
  'POST /api/v2/forgot': { access: 'browsers', fields: { email: 'nobody' }, into: '400 bad_email' },
  'POST /api/v2/secret/:key/password': {
    access: 'browsers',
    key: unknownKey,
    fields: newPassword,
    into: '404 unknown_secret',
  },
  'POST /api/v2/forgot/:key': { access: 'browsers', key: unknownKey, fields: newPassword, into: '400 bad_reset_key' },
  'POST /api/v2/logout': { access: 'browsers', into: '200', endsSession: true },
};

/** The expected outcome of a role's request. Where a form token is required, a stale cookie is refused first. */
export function expectedRest(role: Role, method: string, row: RestRow): string {
  const isStale = role === 'revoked session' && method === 'POST' && row.answersWithoutToken !== true;
  if (isStale) return '400 csrf';
  const lacksScope = role === 'narrow token' && row.isScoped === true;
  if (lacksScope || !isAllowed(role, row.access)) return '403 not_authorized';
  return outcomeInside(role, row.into);
}
