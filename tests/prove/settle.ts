import { People, type Person } from '../support/people.ts';
import type { ProofPlace } from './place.ts';
import type { TrafficPeople } from './traffic.ts';

const CUSTOMERS = 3;
const nothing = async () => undefined;

/** People with accounts, who came by the doors and the emails they got. */
export async function settle({ split: { urls }, mailDir }: ProofPlace): Promise<TrafficPeople> {
  const [url = ''] = urls;
  // Nobody can wait for processes from outside: whatever happens later is waited for where it shows.
  const people = new People({ url, mailDir, drain: nothing, runAccounts: nothing });
  const customers: Person[] = [];
  for (let each = 0; each < CUSTOMERS; each += 1) customers.push(await people.paidCustomer());
  return { customers, signsIn: await people.customer() };
}
