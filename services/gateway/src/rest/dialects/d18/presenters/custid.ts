import type { Caller } from '@onceover/schema/caller';

/** How answers name their caller: the email address, or `anon`. Source: REST contract 1.2. */
export function custidOf(caller: Caller): string {
  return caller.kind === 'customer' ? caller.custid : 'anon';
}
