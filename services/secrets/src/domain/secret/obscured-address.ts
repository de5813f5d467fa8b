/**
 * An address as it may be shown to somebody who knows it: one or two first characters, the first of the domain, and its
 * last label, such as `ni*****@e*****.com`. One of two characters or fewer shows the first alone.
 *
 * Source  REST contract 2
 */
export function obscuredAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  const shown = local.slice(0, local.length > 2 ? 2 : 1);
  const lastLabel = domain.slice(domain.lastIndexOf('.') + 1);
  return `${shown}*****@${domain.slice(0, 1)}*****.${lastLabel}`;
}
