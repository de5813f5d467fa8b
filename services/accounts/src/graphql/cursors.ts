import { isId } from '@onceover/service-kit/ids';
import { GraphQLError } from 'graphql';
import type { DomainPlace } from '../use-cases/domain/domain-ports.ts';

const place = /^(\S{1,253}) (\S+)$/;

type Cursor = string | null | undefined;

/** The customer after whom a page begins; null for none. Refuses  `BAD_INPUT` for what is no cursor of ours. */
export function customerFrom(cursor: Cursor): string | null {
  if (isNone(cursor)) return null;
  return isId(cursor) ? cursor : refuse();
}

/** Where a page of domains ends, as clients hand it back; opaque to them. */
export function domainPlaceText({ host, domainRef }: DomainPlace): string {
  return Buffer.from(`${host} ${domainRef}`).toString('base64url');
}

/** Null for none. Refuses  `BAD_INPUT` for what is no cursor of ours. */
export function domainPlaceFrom(cursor: Cursor): DomainPlace | null {
  if (isNone(cursor)) return null;
  const [, host, domainRef] = place.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return host !== undefined && domainRef !== undefined && isId(domainRef) ? { host, domainRef } : refuse();
}

function isNone(cursor: Cursor): cursor is '' | null | undefined {
  return cursor === null || cursor === undefined || cursor === '';
}

function refuse(): never {
  throw new GraphQLError('Malformed cursor', { extensions: { code: 'BAD_INPUT', reason: 'cursor' } });
}
