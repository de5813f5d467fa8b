import { GraphQLError } from 'graphql';
import type { DomainPlace } from '../use-cases/domain/domain-ports.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const customer = new RegExp(`^${uuid}$`);
const place = new RegExp(`^(?<host>\\S{1,253}) (?<domainRef>${uuid})$`);

type Cursor = string | null | undefined;

/** The customer after whom a page begins; null for none. Refuses  `BAD_INPUT` for what is no cursor of ours. */
export function customerFrom(cursor: Cursor): string | null {
  if (isNone(cursor)) return null;
  return customer.test(cursor) ? cursor : refuse();
}

/** Where a page of domains ends, as clients hand it back; opaque to them. */
export function domainPlaceText({ host, domainRef }: DomainPlace): string {
  return Buffer.from(`${host} ${domainRef}`).toString('base64url');
}

/** Null for none. Refuses  `BAD_INPUT` for what is no cursor of ours. */
export function domainPlaceFrom(cursor: Cursor): DomainPlace | null {
  if (isNone(cursor)) return null;
  const { host, domainRef } = place.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {};
  return host === undefined || domainRef === undefined ? refuse() : { host, domainRef };
}

function isNone(cursor: Cursor): cursor is '' | null | undefined {
  return cursor === null || cursor === undefined || cursor === '';
}

function refuse(): never {
  throw new GraphQLError('Malformed cursor', { extensions: { code: 'BAD_INPUT', reason: 'cursor' } });
}
