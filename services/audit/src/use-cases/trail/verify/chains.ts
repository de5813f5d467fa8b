import { type ChainedEntry, type ChainHead, emptyChain } from '../audit-chain.ts';
import { chainOf } from '../audit-entry.ts';
import type { SignedHeads } from './verify-checkpoints.ts';

interface Chain {
  /** Undefined before the first. */
  head: ChainedEntry | undefined;
  /** By number: those whose turn has not come. */
  readonly waiting: Map<number, ChainedEntry>;
}

/**
 * Follows every chain by number while its entries come in the order of their events. The two differ where an event was skipped
 * and handled later: its entry stands at the end of its chain then, and waits here for those before it.
 */
export class Chains {
  readonly #chains = new Map<string, Chain>();
  readonly #signed: SignedHeads;
  readonly #onBroken: (entry: ChainedEntry) => void;

  /** `onBroken` gets every entry that does not follow the one before it. */
  constructor(signed: SignedHeads, onBroken: (entry: ChainedEntry) => void) {
    this.#signed = signed;
    this.#onBroken = onBroken;
  }

  add(entry: ChainedEntry): void {
    const chain = this.#chains.getOrInsertComputed(chainOf(entry), () => ({ head: undefined, waiting: new Map() }));
    if (this.#isNext(chain, entry)) {
      chain.head = entry;
      this.#follow(chain);
    } else if (entry.seq > (chain.head?.seq ?? 0) && !chain.waiting.has(entry.seq)) chain.waiting.set(entry.seq, entry);
    else this.#onBroken(entry);
  }

  /** After the last entry: the end of each chain. What still waits is not in its place. */
  ends(): ReadonlyMap<string, ChainHead> {
    const ends = new Map<string, ChainHead>();
    for (const [name, chain] of this.#chains) {
      for (const seq of [...chain.waiting.keys()].sort((a, b) => a - b)) {
        const entry = chain.waiting.get(seq);
        if (entry === undefined) continue;
        this.#onBroken(entry);
        chain.waiting.delete(seq);
        chain.head = entry;
        this.#follow(chain);
      }
      if (chain.head !== undefined) ends.set(name, chain.head);
    }
    return ends;
  }

  #follow(chain: Chain): void {
    while (chain.head !== undefined && chain.waiting.size > 0) {
      const next = chain.waiting.get(chain.head.seq + 1);
      if (next === undefined || !this.#isNext(chain, next)) return;
      chain.waiting.delete(next.seq);
      chain.head = next;
    }
  }

  /** Also the first one after what retention has removed, whose end was signed. */
  #isNext({ head }: Chain, { seq, prevHash, month, ...entry }: ChainedEntry): boolean {
    const before: ChainHead = head ?? emptyChain;
    if (seq === before.seq + 1 && prevHash.equals(before.hash) && month >= before.month) return true;
    return head === undefined && this.#signed.closed(chainOf(entry), seq - 1, prevHash);
  }
}
