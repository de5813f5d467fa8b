import type { Finding } from '../../domain/domain/check-domain.ts';
import type { CustomDomain, DomainPorts, TxtAnswer } from './domain-ports.ts';

const maxShown = 5;
const maxShownCharacters = 100;

/** Name of the TXT record below what is registered. */
export function txtHostOf({ challenge, trd }: Pick<CustomDomain, 'challenge' | 'trd'>): string {
  return `_onceover-challenge-${challenge}${trd === null ? '' : `.${trd}`}`;
}

/**
 * Looks for a domain's proof in the DNS. All resolvers that are asked must agree: one that is fooled is not enough, and one
 * that fails leaves the question open.
 *
 * Shape    `found` is for people: five values, 100 characters each, nothing unprintable
 * Source   security 6.7, T20: TXT only, never a request to the host
 */
export async function lookForProof(
  { txt }: Pick<DomainPorts, 'txt'>,
  domain: Pick<CustomDomain, 'challenge' | 'trd' | 'baseDomain' | 'txtValue'>,
): Promise<{ finding: Finding; found: readonly string[] }> {
  const answers = await txt.look(`${txtHostOf(domain)}.${domain.baseDomain}`);
  return { finding: findingOf(answers, domain.txtValue), found: shown(answers) };
}

function findingOf(answers: readonly TxtAnswer[], expected: string): Finding {
  if (answers.length === 0 || answers.some(({ kind }) => kind === 'unavailable')) return 'dns-unavailable';
  if (answers.every((answer) => answer.kind === 'values' && answer.values.some((value) => value.trim() === expected))) {
    return 'matched';
  }
  return answers.every(({ kind }) => kind === 'none') ? 'no-record' : 'other-value';
}

function shown(answers: readonly TxtAnswer[]): readonly string[] {
  const values = answers.flatMap((answer) => (answer.kind === 'values' ? answer.values : []));
  return [...new Set(values.map(printable))].slice(0, maxShown);
}

/** Whoever holds a zone chooses these bytes, and they end on somebody's screen. */
function printable(value: string): string {
  return [...value.slice(0, maxShownCharacters)].map((each) => (/\p{C}/u.test(each) ? '\uFFFD' : each)).join('');
}
