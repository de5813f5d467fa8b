import type { Finding } from '../../domain/domain/check-domain.ts';
import type { CustomDomain, DomainPorts, TxtAnswer } from './domain-ports.ts';

const maxShown = 5;
const maxShownCharacters = 100;

/** Name of the TXT record, relative to the registered domain. */
export function txtHostOf({ challenge, trd }: Pick<CustomDomain, 'challenge' | 'trd'>): string {
  return `_onceover-challenge-${challenge}${trd === null ? '' : `.${trd}`}`;
}

/**
 * Checks the DNS for a domain's proof. All resolvers that are asked must agree: fooling one of them is not enough, and one
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

/** The owner of a zone chooses these bytes, and they are shown on a screen. */
function printable(value: string): string {
  return [...value.slice(0, maxShownCharacters)].map((each) => (/\p{C}/u.test(each) ? '\uFFFD' : each)).join('');
}
