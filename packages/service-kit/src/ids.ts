import { v5, v7 } from 'uuid';

/** A time-ordered id (UUIDv7): stream ids, so that a stream's events share a month's partition. */
export function newId(): string {
  return v7();
}

/** A name-based id (UUIDv5): the same namespace and name always give the same id. */
export function idFrom(namespace: string, name: string): string {
  return v5(name, namespace);
}
