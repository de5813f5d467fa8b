/** 5.1.x is about the address of the recipient, but 5.1.7 and 5.1.8 are about the sender's. */
const BAD_ADDRESS = /^5\.1\.(?![78]$)/;

/**
 * Whether an enhanced status code says that there is no such address.
 *
 * Source  RFC 3463
 */
export function saysNoSuchAddress(status: string): boolean {
  return BAD_ADDRESS.test(status);
}
