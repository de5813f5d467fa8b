import type { ApiAnswer, ApiClient, ConcealedLinks } from '../../support/api-client.ts';

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
  readonly answers: readonly { readonly way: 'reveal' | 'burn'; readonly answer: ApiAnswer }[];
}

const PASSPHRASE = 'plum pudding';
const EVERY_TWENTIETH = 20;
const WRONG_PASSPHRASES = 2;

/** For each secret, all callers try at once: three in four reveal, the fourth burns. */
export async function race({ clients, secrets, callers }: RaceOptions): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let number = 0; number < secrets; number += 1) {
    const hasPassphrase = number % EVERY_TWENTIETH === 0;
    const plaintext = `once ${number} ${crypto.randomUUID()}`;
    const at = (caller: number) => clientOf(clients, number + caller);
    const links = await at(0).conceal(plaintext, hasPassphrase ? { passphrase: PASSPHRASE } : {});
    const answers = await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        const isWrong = caller < WRONG_PASSPHRASES;
        const more = hasPassphrase ? { passphrase: isWrong ? 'prune' : PASSPHRASE } : {};
        if (caller % 4 === 3) return { way: 'burn' as const, answer: await at(caller).burn(links.metadataKey, more) };
        const token = caller % 2 === 0 ? { 'idempotency-key': crypto.randomUUID() } : {};
        return { way: 'reveal' as const, answer: await at(caller).reveal(links.secretKey, more, token) };
      }),
    );
    rounds.push({ links, plaintext, hasPassphrase, answers });
  }
  return rounds;
}

/** The answers that say "it was me". */
export function winnersOf(round: Round): ('reveal' | 'burn')[] {
  return round.answers.filter(({ answer }) => answer.status === 200).map(({ way }) => way);
}

export function plaintextsOf(round: Round): string[] {
  return round.answers.map(({ answer }) => answer.body?.record?.secret_value).filter((value) => value !== undefined);
}

/** Answers that are neither a win nor a plain "too late", each with how often it occurred. */
export function oddAnswersOf(rounds: readonly Round[]): Record<string, number> {
  const odd: Record<string, number> = {};
  for (const { answers, hasPassphrase } of rounds) {
    for (const { way, answer } of answers) {
      const { status, body } = answer;
      const isExpected =
        status === 200 ||
        (status === 404 && body.code === 'unknown_secret') ||
        (status === 400 && way === 'burn' && body.code === 'not_burned') ||
        (hasPassphrase && [400, 503].includes(status) && PASSPHRASE_CODES.has(body.code));
      if (!isExpected) odd[`${way} ${status} ${body?.code}`] = (odd[`${way} ${status} ${body?.code}`] ?? 0) + 1;
    }
  }
  return odd;
}

// Sixty-four guesses at once run into the attempt limits, even the right ones.
const PASSPHRASE_CODES = new Set(['bad_passphrase', 'rate_limited', 'unavailable']);

function clientOf(clients: readonly ApiClient[], number: number): ApiClient {
  const client = clients[number % clients.length];
  if (client === undefined) throw new Error('a race needs a client');
  return client;
}
