import { v5, v7 } from 'uuid';
import { randomBytes } from './crypto.ts';

/**
 * A time-ordered id (UUIDv7): stream ids, so that a stream's events share a month's partition.
 * Its random bits come from our pool: a draw of their own would cost more than the rest of the id.
 */
export function newId(): string {
  return v7({ random: randomBytes(16) });
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id of ours, a UUID in lower case. */
export const isId = (text: string): boolean => UUID.test(text);

/** A name-based id (UUIDv5): the same namespace and name always give the same id. */
export function idFrom(namespace: string, name: string): string {
  return v5(name, namespace);
}
