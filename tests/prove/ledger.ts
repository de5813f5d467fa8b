import type { ConcealedLinks } from '../support/api-client.ts';
import type { Received } from './place.ts';

/** A secret whose conceal was acknowledged, and what became of it as far as anybody was told. */
export interface Entry {
  readonly content: string;
  readonly links: ConcealedLinks;
  /** How many readers have got the content. */
  readers: number;
  /** A burn of it was acknowledged, or may have happened. */
  isBurned: boolean;
}

/** Everything that was acknowledged under load: what was promised then must be true in the end. */
export class Ledger {
  readonly entries: Entry[] = [];
  /** Waiting for a reader in the end. */
  readonly kept: Entry[] = [];
  /** Addresses that an email was promised to. */
  readonly recipients: string[] = [];
  readonly problems: string[] = [];
  lost = 0;
  seenTwice = 0;

  add(content: string, links: ConcealedLinks): Entry {
    const entry: Entry = { content, links, readers: 0, isBurned: false };
    this.entries.push(entry);
    return entry;
  }

  /** When all readers of a secret have been told for certain. */
  close(entry: Entry): void {
    if (entry.isBurned && entry.readers === 0) return;
    if (entry.readers === 1 && !entry.isBurned) return;
    if (entry.readers === 0) this.lost += 1;
    else this.seenTwice += 1;
    this.problems.push(`a secret${entry.isBurned ? ' that was burned' : ''} was read by ${entry.readers}`);
  }

  /** Of the emails that were promised first, those that have not come. */
  missing(received: readonly Received[], promised = this.recipients.length): readonly string[] {
    const come = new Set(received.map(({ to }) => to));
    return this.recipients.slice(0, promised).filter((recipient) => !come.has(recipient));
  }

  /** How many emails came more than once; the same one twice is allowed where its sender was killed, two different ones never. */
  repeated(received: readonly Received[]): number {
    const ids = new Map<string, string[]>();
    for (const { to, messageId } of received) ids.set(to, [...(ids.get(to) ?? []), messageId]);
    const ours = this.recipients.map((recipient) => ids.get(recipient) ?? []);
    for (const each of ours) {
      if (new Set(each).size > 1) this.problems.push(`${each.length} different emails about one secret`);
      if (each.length > 3) this.problems.push(`one email was sent ${each.length} times`);
    }
    return ours.reduce((sum, each) => sum + Math.max(0, each.length - 1), 0);
  }
}
