import type { RouteRow } from '@onceover/embedded/route-table';
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
  readonly otherDomainToRemove: string;
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

const opening = { continue: 'true' };
const lookingAtNothing: RestRow = { access: 'anybody', isScoped: true, key: unknownKey, into: unknown };
const openingNothing: RestRow = { ...lookingAtNothing, fields: opening };
const listing: RestRow = { access: 'signed in', into: '200' };
const concealing: RestRow = {
  access: 'anybody',
  isScoped: true,
  fields: { 'secret[ttl]': '60' },
  into: '422 empty_secret',
};

/** One name of the rows by metadata key. */
const byMetadataKey = (name: string): Readonly<Record<string, RestRow>> => ({
  [`GET /api/v1/${name}/recent`]: listing,
  [`GET /api/v1/${name}/:key`]: lookingAtNothing,
  [`POST /api/v1/${name}/:key`]: lookingAtNothing,
  [`POST /api/v1/${name}/:key/burn`]: lookingAtNothing,
});

const v1Rows: Readonly<Record<string, RestRow>> = {
  'GET /api/v1/status': { access: 'anybody', into: '200' },
  'GET /api/v1/authcheck': listing,
  'POST /api/v1/share': { access: 'anybody', isScoped: true, into: '404 empty_secret' },
  'POST /api/v1/create': { access: 'anybody', isScoped: true, into: '404 empty_secret' },
  'POST /api/v1/generate': { access: 'anybody', isScoped: true, into: '200' },
  'POST /api/v1/secret/:key': lookingAtNothing,
  ...byMetadataKey('private'),
  ...byMetadataKey('metadata'),
  ...byMetadataKey('receipt'),
};

/** The later dialect's, as v2 and v3 both have them; in v3 only guest paths are open to visitors. */
const laterRows = (base: string, access: Access = 'anybody'): Readonly<Record<string, RestRow>> => ({
  [`POST ${base}/secret/generate`]: { access, isScoped: true, into: '200' },
  [`POST ${base}/secret/:key/reveal`]: { ...openingNothing, access },
  [`GET ${base}/secret/:key/status`]: { ...lookingAtNothing, into: '200' },
  [`POST ${base}/secret/status`]: { access: 'anybody', isScoped: true, into: '200' },
  [`GET ${base}/receipt/recent`]: listing,
  [`GET ${base}/receipt/:key`]: { ...lookingAtNothing, access },
  [`PATCH ${base}/receipt/:key`]: { ...lookingAtNothing, access: 'signed in' },
  [`POST ${base}/receipt/:key/burn`]: { ...openingNothing, access },
  [`POST ${base}/guest/secret/conceal`]: { access: 'anybody', into: '422 empty_secret' },
  [`POST ${base}/guest/secret/generate`]: { access: 'anybody', into: '200' },
  [`GET ${base}/guest/secret/:key`]: lookingAtNothing,
  [`POST ${base}/guest/secret/:key/reveal`]: openingNothing,
  [`GET ${base}/guest/receipt/:key`]: lookingAtNothing,
  [`POST ${base}/guest/receipt/:key/burn`]: openingNothing,
});

/** The rows of custom domains, which stand at two paths. */
const domainRows = (base: string, toRemove: keyof Belongings): Readonly<Record<string, RestRow>> => ({
  [`GET ${base}`]: { access: 'signed in', isScoped: true, into: '200' },
  [`POST ${base}/add`]: {
    access: 'signed in',
    isScoped: true,
    into: { paid: '400 empty_domain', 'other customer': '400 empty_domain', otherwise: '400 plan_required' },
  },
  [`GET ${base}/:key`]: { access: 'signed in', isScoped: true, key: 'domain', into: ownDomain },
  [`POST ${base}/:key/verify`]: { access: 'signed in', isScoped: true, key: 'domain', into: ownDomain },
  [`POST ${base}/:key/remove`]: {
    access: 'signed in',
    isScoped: true,
    key: toRemove,
    into: ownDomain,
  },
});

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
  ...domainRows('/api/v2/account/domains', 'domainToRemove'),
  ...domainRows('/api/v2/domains', 'otherDomainToRemove'),
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
  'POST /api/v2/signin/passkey/options': { access: 'browsers', into: '200' },
  'POST /api/v2/signin/passkey': { access: 'browsers', fields: { answer: '{}' }, into: '400 passkey_expired' },
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
  ...v1Rows,
  ...laterRows('/api/v2'),
  'POST /api/v2/secret/conceal later': concealing,
  ...laterRows('/api/v3', 'signed in'),
  'POST /api/v3/secret/conceal': { ...concealing, access: 'signed in' },
  'POST /api/v3/guest/receipts': { access: 'anybody', into: '200' },
  'GET /api/v3/secret/:key': { ...lookingAtNothing, access: 'signed in' },
  'GET /api/v3/status': { access: 'anybody', into: '200' },
  'GET /api/v3/version': { access: 'anybody', into: '200' },
  'GET /api/v3/supported-locales': { access: 'anybody', into: '200' },
  'POST /api/v3/feedback': { access: 'anybody', into: '422 empty_feedback' },
};

/** How each dialect refuses who may not, and who has no form token. Source: dialects 3, 4. */
const refusals: Readonly<Record<RouteRow['dialect'], { readonly notAuthorized: string; readonly csrf: string }>> = {
  d18: { notAuthorized: '403 not_authorized', csrf: '400 csrf' },
  later: { notAuthorized: '401 not_authorized', csrf: '422 csrf' },
  v3: { notAuthorized: '401 not_authorized', csrf: '422 csrf' },
  v1: { notAuthorized: '404 not_authorized', csrf: '404 csrf' },
};

/** The expected outcome of a role's request. Where a form token is required, a stale cookie is refused first. */
export function expectedRest(role: Role, { method, dialect, credentials }: RouteRow, row: RestRow): string {
  const { notAuthorized, csrf } = refusals[dialect];
  const seen = seenAs(role, credentials);
  const isStale = seen === 'revoked session' && method === 'POST' && row.answersWithoutToken !== true;
  if (isStale) return csrf;
  const lacksScope = seen === 'narrow token' && row.isScoped === true;
  if (lacksScope || !isAllowed(seen, row.access)) return notAuthorized;
  return outcomeInside(seen, row.into);
}

/** Where cookies, or any credentials, are not looked at, whoever has others is a visitor. */
function seenAs(role: Role, credentials: RouteRow['credentials']): Role {
  if (credentials === 'all') return role;
  const isToken = role === 'token' || role === 'narrow token';
  return credentials === 'token' && isToken ? role : 'visitor';
}
