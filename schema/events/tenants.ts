/**
 * Tenants that are not accounts. Their events belong to somebody, so they reach consumers that leave out what belongs
 * to nobody.
 */

/** The support desk: the tenant of the secrets that visitors send to it. */
export const deskTenant = '0de5c0de-0000-4000-8000-000000000001';

/** The tenant of operator actions that concern no account. What operators do to an account is in the trail of that account. */
export const operatorTenant = '0de5c0de-0000-4000-8000-000000000002';

/** Everybody, as the partner that the installation itself is: it gets the events of every tenant. No event belongs to it. */
export const everyTenant = '0de5c0de-0000-4000-8000-000000000003';
