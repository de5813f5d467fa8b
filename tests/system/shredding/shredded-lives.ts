import type { StolenLink } from '../../prove/shredding/recipes.ts';
import { type ApiClient, linksOf } from '../../support/api-client.ts';

export type Fate = 'received' | 'burned' | 'expired' | 'living';

/** A secret, all that anybody ever knew of it, and what becomes of it. */
export interface Life {
  readonly fate: Fate;
  readonly plaintext: string;
  readonly link: Required<Pick<StolenLink, 'secretKey' | 'metadataKey' | 'idempotencyKey'>> & StolenLink;
  readonly secretShortKey: string;
}

const AT_ONCE = 8;
const EVERY_TENTH = 10;
const EVERY_SEVENTH = 7;
const fates: readonly Fate[] = ['received', 'burned', 'expired'];

/** Secrets are made: a third of `ended` for each end, and as many that live on as for one end. */
export async function makeLives(client: ApiClient, ended: number): Promise<Life[]> {
  const wanted = Array.from({ length: ended + Math.ceil(ended / 3) }, (_, at) => ({ at, fate: fateOf(at, ended) }));
  return inParallel(wanted, async ({ at, fate }) => {
    const idempotencyKey = crypto.randomUUID();
    const passphrase = at % EVERY_TENTH === 0 ? { passphrase: `plum ${crypto.randomUUID()}` } : {};
    const isGenerated = at % EVERY_SEVENTH === 0;
    const secret = `shredded ${crypto.randomUUID()}${'x'.repeat(at % 600)}`;
    const fields = isGenerated ? passphrase : { secret, ...passphrase };
    const way = isGenerated ? 'generate' : 'conceal';
    const answer = await client.post(`/api/v2/secret/${way}`, fields, { 'idempotency-key': idempotencyKey });
    const { secretKey, metadataKey, secretShortKey } = linksOf(answer);
    const plaintext = isGenerated ? answer.body.record.secret.secret_value : secret;
    const claimToken = crypto.randomUUID();
    return {
      fate,
      plaintext,
      link: { secretKey, metadataKey, idempotencyKey, claimToken, ...passphrase },
      secretShortKey,
    };
  });
}

function fateOf(at: number, ended: number): Fate {
  return at < ended ? (fates[at % fates.length] as Fate) : 'living';
}

/** Those that are to be received or burned are, one in two with a token that could fetch them again. */
export async function endLives(client: ApiClient, lives: readonly Life[]): Promise<void> {
  await inParallel(lives, async ({ fate, plaintext, link }, at) => {
    const passphrase = link.passphrase === undefined ? {} : { passphrase: link.passphrase };
    if (fate === 'received') {
      const token = at % 2 === 0 && link.claimToken !== undefined ? { 'idempotency-key': link.claimToken } : {};
      const { body } = await retried(() => client.reveal(link.secretKey, passphrase, token));
      if (body.record?.secret_value !== plaintext) throw new Error(`a secret was not as it was made: ${body.code}`);
    }
    if (fate === 'burned') {
      const { status } = await retried(() => client.burn(link.metadataKey, passphrase));
      if (status !== 200) throw new Error(`a burn answered ${status}`);
    }
  });
}

/** Passphrases wait for each other, and a full queue says so. */
async function retried<Answer extends { readonly status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** In their order, some at a time. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const go = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as Item, at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
  return results;
}
