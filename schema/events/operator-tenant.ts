/**
 * To whom it belongs what operators do that concerns no account: to the operators, who are no account. So it has an entry in
 * the audit trail like everything that belongs to somebody. What they do to an account is in the trail of that account.
 */
export const operatorTenant = '0de5c0de-0000-4000-8000-000000000002';
