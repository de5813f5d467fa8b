import { GraphQLError } from 'graphql';
import type { PagePosition } from '../use-cases/secret/page.ts';

const form = /^(\d{1,15}):([0-9a-z-]{1,36})$/;

/** Where a page ends, as clients hand it back; opaque to them. */
export function cursorOf({ at, id }: PagePosition): string {
  return Buffer.from(`${at}:${id}`, 'latin1').toString('base64url');
}

/** Null where none was given; a malformed one is an error of the request. */
export function positionFrom(cursor: string | null | undefined): PagePosition | null {
  if (cursor === null || cursor === undefined || cursor === '') return null;
  const parts = form.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const [, at, id] = parts ?? [];
  if (at === undefined || id === undefined) {
    throw new GraphQLError('Malformed cursor', { extensions: { code: 'BAD_INPUT', reason: 'cursor' } });
  }
  return { at: Number(at), id };
}

/** The page information of a list that ends at `end`, or has no more. */
export function pageInfoOf(end: PagePosition | null): { endCursor: string | null; hasNextPage: boolean } {
  return { endCursor: end === null ? null : cursorOf(end), hasNextPage: end !== null };
}
