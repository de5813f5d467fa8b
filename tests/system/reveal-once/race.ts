import type { ApiClient, ConcealedLinks } from '../../support/api-client.ts';
import { type Told, type Way, ways } from './ways.ts';

export interface RaceOptions {
  /** One for each process; the callers are spread over them. */
  readonly clients: readonly ApiClient[];
  readonly secrets: number;
  readonly callers: number;
}

export interface Round {
  readonly links: ConcealedLinks;
  readonly plaintext: string;
  readonly hasPassphrase: boolean;
  readonly answers: readonly Told[];
}

const PASSPHRASE = 'plum pudding';
const EVERY_TWENTIETH = 20;
const WRONG_PASSPHRASES = 2;

/** For each secret, all callers try at once, by every door: three in four reveal, the fourth burns. */
export async function race({ clients, secrets, callers }: RaceOptions): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let number = 0; number < secrets; number += 1) {
    const hasPassphrase = number % EVERY_TWENTIETH === 0;
    const plaintext = `once ${number} ${crypto.randomUUID()}`;
    const at = (caller: number) => oneOf(clients, number + caller);
    const links = await at(0).conceal(plaintext, hasPassphrase ? { passphrase: PASSPHRASE } : {});
    const answers = await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        const isWrong = caller < WRONG_PASSPHRASES;
        const given = hasPassphrase ? { passphrase: isWrong ? 'prune' : PASSPHRASE } : {};
        // Another door for each caller, and for the same caller with each secret.
        const way: Way = oneOf(ways, caller + Math.floor(caller / 4) + number);
        if (caller % 4 === 3) return await way.burn(at(caller), links.metadataKey, given);
        const token = caller % 2 === 0 ? { token: crypto.randomUUID() } : {};
        return await way.reveal(at(caller), links.secretKey, { ...given, ...token });
      }),
    );
    rounds.push({ links, plaintext, hasPassphrase, answers });
  }
  return rounds;
}

/** The answers that say "it was me". */
export function winnersOf(round: Round): Told['way'][] {
  return round.answers.filter(({ isWon }) => isWon).map(({ way }) => way);
}

export function plaintextsOf(round: Round): string[] {
  return round.answers.map(({ value }) => value).filter((value) => value !== undefined);
}

/** Answers that are neither a win nor a plain "too late", each with how often it occurred. */
export function oddAnswersOf(rounds: readonly Round[]): Record<string, number> {
  const odd: Record<string, number> = {};
  for (const { answers, hasPassphrase } of rounds) {
    for (const { way, by, isWon, said } of answers) {
      const code = said.split(' ', 2)[1] ?? '';
      if (isWon || TOO_LATE.has(code) || (hasPassphrase && PASSPHRASE_CODES.has(code))) continue;
      const what = `${by} ${way} ${said}`;
      odd[what] = (odd[what] ?? 0) + 1;
    }
  }
  return odd;
}

const TOO_LATE = new Set(['unknown_secret', 'not_burned', 'secret.gone', 'secret.not-burnable']);
// Sixty-four guesses at once run into the attempt limits, even the right ones.
const PASSPHRASE_CODES = new Set([
  ...['bad_passphrase', 'rate_limited', 'unavailable'],
  ...['secret.wrong-passphrase', 'secret.too-many-attempts', 'secret.locked', 'UNAVAILABLE'],
]);

function oneOf<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('a race needs a client');
  return item;
}
