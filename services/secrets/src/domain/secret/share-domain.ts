import { InvalidShareDomain } from './secret-errors.ts';

const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** A verified custom host of a customer. */
export interface ShareDomain {
  readonly id: string;
  readonly host: string;
}

/** The requested host in lower case; null when none is requested. Anything that is not a host name is refused. */
export function wantedHost(shareDomain: string): string | null {
  if (shareDomain === '') return null;
  const host = shareDomain.toLowerCase();
  if (!hostName.test(host)) throw new InvalidShareDomain();
  return host;
}
