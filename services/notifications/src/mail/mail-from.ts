/** A sender as mail libraries take it apart. */
export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

const NAMED = /^\s*(?:"([^"<>\p{Cc}]*)"|([^"<>@\p{Cc}]*?))\s*<([^<>\s@\p{Cc}]{1,64}@[^<>\s@\p{Cc}]{1,255})>\s*$/u;
const BARE = /^\s*([^<>\s@\p{Cc}]{1,64}@[^<>\s@\p{Cc}]{1,255})\s*$/u;

/** Reads `Name <address>` or a bare address; null for anything else. */
export function parseMailFrom(text: string): MailAddress | null {
  const named = NAMED.exec(text);
  if (named?.[3] !== undefined) return { name: (named[1] ?? named[2] ?? '').trim(), address: named[3] };
  const bare = BARE.exec(text)?.[1];
  return bare === undefined ? null : { name: '', address: bare };
}

export function domainOf({ address }: MailAddress): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
