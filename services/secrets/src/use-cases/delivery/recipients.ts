import { parseRecipient } from '@onceover/schema/email-address';

/** Who gets a mail with the link, each once, in the order given. */
export interface Recipients {
  readonly addresses: readonly string[];
  /** The first one nothing can be sent to, as it was given. */
  readonly undeliverable: string | null;
}

const nobody: Recipients = { addresses: [], undeliverable: null };

/** Reads `a@b.c` and `Name <a@b.c>`; empties are ignored, duplicates merged. */
export function recipientsOf(given: readonly string[]): Recipients {
  if (given.length === 0) return nobody;
  const addresses = new Set<string>();
  for (const text of given) {
    if (text.trim() === '') continue;
    const address = parseRecipient(text);
    if (address === null) return { addresses: [...addresses], undeliverable: text };
    addresses.add(address);
  }
  return { addresses: [...addresses], undeliverable: null };
}
