import { DomainNotFound, InvalidShareDomain } from './secret-errors.ts';

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i;

/**
 * A custom host needs an account that has verified it. Until there are accounts a wish for one is refused, and one that
 * is no host name at all says so.
 */
export function refuseShareDomain(shareDomain: string): void {
  if (shareDomain === '') return;
  if (!hostName.test(shareDomain)) throw new InvalidShareDomain();
  throw new DomainNotFound();
}
