/** Tenants that are no accounts. Their events belong to somebody, so they reach consumers that leave out what belongs to nobody. */

/** To whom the secrets belong that visitors send to the support desk: the desk. */
export const deskTenant = '0de5c0de-0000-4000-8000-000000000001';

/** To whom it belongs what operators do that concerns no account. What they do to an account is in the trail of that account. */
export const operatorTenant = '0de5c0de-0000-4000-8000-000000000002';
