import type { ServiceName } from '@onceover/schema/internal/catalog';
import pg from 'pg';
import { expect } from 'vitest';
import { ApiClient } from '../../../support/api-client.ts';
import { migratedDatabase } from '../../../support/fresh-database.ts';
import { People, type Person } from '../../../support/people.ts';
import { type SplitSystem, spawnSplit } from '../../../support/spawn-split.ts';
import { type AttackedPeer, attackedPeer } from './attacked-peer.ts';

/** The services as processes of their own, with a customer, and a visitor who shares and opens all the time. */
export interface AttackedSplit extends AsyncDisposable {
  readonly split: SplitSystem;
  readonly visitor: ApiClient;
  readonly nina: Person;
  /** Hers. */
  readonly accountRef: string;
  readonly peer: AttackedPeer;
}

/** `measured` is the service whose processor time an attack is said to cost. */
export async function startAttackedSplit(door: string, measured: ServiceName): Promise<AttackedSplit> {
  await using stack = new AsyncDisposableStack();
  const { address } = stack.use(await migratedDatabase());
  const split = stack.use(await spawnSplit({ database: address }));
  const [url = ''] = split.urls;
  const visitor = stack.use(new ApiClient(url));
  const later = async () => undefined;
  const nina = await new People({ url, mailDir: split.mailDir, drain: later, runAccounts: later }).customer();
  const database = stack.adopt(new pg.Client(address), (client) => client.end());
  await database.connect();
  const { rows } = await database.query<{ ref: string }>('select account_ref as ref from accounts.account');
  const accountRef = rows[0]?.ref ?? expect.fail('there is no account');
  const { pid } = split.of(measured)[0] ?? expect.fail(`there is no ${measured}`);
  const peer = await attackedPeer(door, pid, async () => {
    const { secretKey } = await visitor.conceal('beside an attack');
    const { status } = await visitor.reveal(secretKey);
    if (status !== 200) throw new Error(`reveal answered ${status}`);
  });
  const owned = stack.move();
  return { split, visitor, nina, accountRef, peer, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
