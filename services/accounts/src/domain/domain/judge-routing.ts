/** Where a host leads, in one word; `pointed`: to us. */
export type RoutingFinding = 'pointed' | 'no-record' | 'elsewhere' | 'dns-unavailable';

/** What one resolver says about where a name leads. */
export type HostAnswer =
  | { readonly kind: 'found'; readonly cname: string | null; readonly addresses: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'unavailable' };

/** Where custom domains should lead: a name for a CNAME, if we have one, and its addresses. */
export interface OurPlace {
  readonly name: string | null;
  readonly addresses: readonly string[];
}

/**
 * A host leads here if it is an alias of our name, or if all its addresses are ours: one that is not would send some of
 * its visitors elsewhere. All resolvers that are asked must agree; one that fails leaves the question open.
 *
 * Source  web reference 2.13
 */
export function judgeRouting(answers: readonly HostAnswer[], ours: OurPlace): RoutingFinding {
  if (answers.length === 0 || answers.some(({ kind }) => kind === 'unavailable')) return 'dns-unavailable';
  if (answers.every((answer) => leadsTo(answer, ours))) return 'pointed';
  return answers.every(({ kind }) => kind === 'none') ? 'no-record' : 'elsewhere';
}

function leadsTo(answer: HostAnswer, { name, addresses }: OurPlace): boolean {
  if (answer.kind !== 'found') return false;
  if (name !== null && answer.cname === name) return true;
  return answer.addresses.length > 0 && answer.addresses.every((address) => addresses.includes(address));
}
