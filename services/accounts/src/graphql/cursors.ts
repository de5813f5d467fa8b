import { GraphQLError } from 'graphql';
import type { DomainPlace } from '../use-cases/domain/domain-ports.ts';

/** Where a page of domains ends, as clients hand it back; opaque to them. */
export function domainPlaceText({ host, domainRef }: DomainPlace): string {
  return Buffer.from(`${host} ${domainRef}`).toString('base64url');
}

const place = /^(?<host>\S{1,253}) (?<domainRef>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Null for none. Refuses  `BAD_INPUT` for what is no cursor of ours. */
export function domainPlaceFrom(cursor: string | null | undefined): DomainPlace | null {
  if (cursor === null || cursor === undefined || cursor === '') return null;
  const { host, domainRef } = place.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {};
  if (host === undefined || domainRef === undefined) {
    throw new GraphQLError('Malformed cursor', { extensions: { code: 'BAD_INPUT', reason: 'cursor' } });
  }
  return { host, domainRef };
}
