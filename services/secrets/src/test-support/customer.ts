import type { CustomerCaller } from '@onceover/schema/caller';
import { customer } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import type { TestSecrets } from './test-secrets.ts';

/** A signed-in customer with an account of their own; a test states what matters to it. */
export function aCustomer(change: Partial<CustomerCaller> = {}): CustomerCaller {
  const accountRef = newId();
  return customer(accountRef, { custid: `${accountRef}@example.com`, planId: 'basic', ...change });
}

/** The same customer by an API token. */
export function byToken(who: CustomerCaller, ...scopes: string[]): CustomerCaller {
  return { ...who, credential: { kind: 'token', ref: 'token', scopes } };
}

/** A colonel whose session has passed the second step. */
export function aColonel(): CustomerCaller {
  return aCustomer({ role: 'colonel', hasSecondFactor: true });
}

/** What the plan of an account allows, as if its event had been heard. Default: five recipients and fifty emails. */
export async function givePlan(
  { rows }: Pick<TestSecrets, 'rows'>,
  { accountRef }: CustomerCaller,
  { characters = 10_000, ttl = 1_209_600, recipients = 5, mailsPerDay = 50 } = {},
): Promise<void> {
  await rows(
    `insert into secrets.plan_limit (account_ref, version, max_characters, max_ttl, max_recipients, mails_per_day)
     values ($1, 1, $2, $3, $4, $5)
     on conflict (account_ref) do update set max_characters = $2, max_ttl = $3, max_recipients = $4, mails_per_day = $5`,
    [accountRef, characters, ttl, recipients, mailsPerDay],
  );
}

/** The handle under which its owner finds a secret. */
export async function handleOf({ rows, parts }: TestSecrets, secretKey: string): Promise<string | null> {
  const lookup = parts.ports.keys.lookupOf(secretKey);
  const [row] = await rows<{ r: string | null }>('select r from secrets.secret where lookup = $1', [lookup]);
  return row?.r ?? null;
}
