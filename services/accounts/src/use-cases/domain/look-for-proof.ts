import type { Finding } from '../../domain/domain/check-domain.ts';
import type { CustomDomain, DomainPorts, TxtAnswer } from './domain-ports.ts';
import { printableValues } from './printable-values.ts';

/** Name of the TXT record, relative to the registered domain. */
export function txtHostOf({ challenge, trd }: Pick<CustomDomain, 'challenge' | 'trd'>): string {
  return `_onceover-challenge-${challenge}${trd === null ? '' : `.${trd}`}`;
}

/**
 * Checks the DNS for a domain's proof. All resolvers that are asked must agree: fooling one of them is not enough, and one
 * that fails leaves the question open.
 *
 * Shape    `found` is for people: five values, 100 characters each, nothing unprintable
 * Source   security 6.7, T20: TXT only, never a request to a host that is not proven
 */
export async function lookForProof(
  { txt }: Pick<DomainPorts, 'txt'>,
  domain: Pick<CustomDomain, 'challenge' | 'trd' | 'baseDomain' | 'txtValue'>,
): Promise<{ finding: Finding; found: readonly string[] }> {
  const answers = await txt.look(`${txtHostOf(domain)}.${domain.baseDomain}`);
  return { finding: findingOf(answers, domain.txtValue), found: printableValues(valuesOf(answers)) };
}

function findingOf(answers: readonly TxtAnswer[], expected: string): Finding {
  if (answers.length === 0 || answers.some(({ kind }) => kind === 'unavailable')) return 'dns-unavailable';
  if (answers.every((answer) => answer.kind === 'values' && answer.values.some((value) => value.trim() === expected))) {
    return 'matched';
  }
  return answers.every(({ kind }) => kind === 'none') ? 'no-record' : 'other-value';
}

function valuesOf(answers: readonly TxtAnswer[]): readonly string[] {
  return answers.flatMap((answer) => (answer.kind === 'values' ? answer.values : []));
}
