import { noteProof } from '@onceover/testing/proof';
import { expect } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import type { SecretTables } from '../../support/secret-tables.ts';
import type { Hit } from './find-canaries.ts';
import { livesOfPeople } from './lives-of-people.ts';
import { clumsyRequests, livesByDialects, livesOfSecrets } from './lives-of-secrets.ts';

const PEOPLE_EVERY = 10;

export interface Garden {
  readonly url: string;
  readonly client: ApiClient;
  readonly tables: SecretTables;
  readonly mailDir: string;
}

/** At least so many canaries, in rounds of all lives; then mistakes with them. In each round one secret has expired. */
export async function plant({ url, client, tables, mailDir }: Garden, least: number): Promise<Record<string, string>> {
  const planted: Record<string, string> = {};
  let rounds = 0;
  // Some values, such as a password, are the same in each round.
  while (rounds === 0 || new Set(Object.values(planted)).size < least) {
    const people = rounds % PEOPLE_EVERY === 0 ? await livesOfPeople(url, mailDir) : {};
    const lives = { ...(await livesOfSecrets(client, tables)), ...(await livesByDialects(client)), ...people };
    for (const [name, value] of Object.entries(lives)) planted[`${rounds}: ${name}`] = value;
    rounds += 1;
  }
  await clumsyRequests(client, planted);
  const isExpired = ({ type }: { readonly type: string }) => type === 'secret.expired';
  const expired = async () => (await tables.endings()).filter(isExpired).length;
  await expect.poll(expired, { timeout: 60_000 }).toBe(rounds);
  return planted;
}

/** Nothing of it is found; what was, and how many there were, is told. */
export function expectNone(hits: readonly Hit[], planted: Readonly<Record<string, string>>, counted: string): void {
  const values = new Set(Object.values(planted));
  noteProof({ counts: { [counted]: values.size }, zero: { 'canaries found': hits.length } });
  expect(hits).toEqual([]);
}
