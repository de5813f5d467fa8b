import { type Fields, ifAny, momentOf, Unreadable } from './onetime-fields.ts';
import type { OnetimeAccount, OnetimeDomain } from './onetime-records.ts';

/** Records among the customers that are nobody. */
export const isNobody = (fields: Fields): boolean => ['GLOBAL', 'anon'].includes(fields('custid'));

/** The names by which other records say that they belong to an account: its address, and ids of it. */
export function namesOf(fields: Fields): readonly string[] {
  const names = ['email', 'custid', 'objid', 'v1_custid', 'extid'].map((name) => fields(name));
  return [...new Set(names.filter((name) => name !== '').map(nameOf))];
}

/** Addresses are one name in any case. */
export const nameOf = (owner: string): string => owner.toLowerCase();

/**
 * Reads an account.
 *
 * Refuses  Unreadable: without address or moment of creation
 */
export function readAccount(fields: Fields, domains: readonly OnetimeDomain[]): OnetimeAccount {
  const email = [fields('email'), fields('custid'), fields('v1_custid')].find((text) => text.includes('@'));
  if (email === undefined) throw new Unreadable('it has no email address');
  const created = momentOf(fields, 'created');
  if (created === null) throw new Unreadable('it does not say when it was created');
  return {
    email,
    // The oldest versions wrote the word.
    isVerified: ['true', 'verified', '1'].includes(fields('verified')),
    role: fields('role'),
    planId: fields('planid'),
    locale: fields('locale'),
    createdAt: new Date(created * 1_000),
    passwordHash: ifAny(fields('passphrase')),
    apiToken: ifAny(fields('apitoken')),
    domains,
  };
}

/** Refuses Unreadable: without host. */
export function readDomain(fields: Fields): OnetimeDomain {
  const host = fields('display_domain');
  if (host === '') throw new Unreadable('it names no host');
  return { host, txtHost: ifAny(fields('txt_validation_host')), txtValue: ifAny(fields('txt_validation_value')) };
}
