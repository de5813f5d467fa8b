import type { Caller } from '@onceover/schema/caller';
import { passkeyNameOf } from '@onceover/schema/passkey-name';
import { newId } from '@onceover/service-kit/ids';
import { addPasskey, removePasskey, renamePasskey } from '../../domain/account/account-changes.ts';
import {
  BadPasskey,
  InvalidPasskeyName,
  maxPasskeys,
  PasskeyExpired,
  TooManyPasskeys,
} from '../../domain/passkey/passkey.ts';
import { revokedIfAny } from '../../domain/session/security-events.ts';
import type { AccountRecord } from '../account/account-book.ts';
import { ownerContext, runAccountCommand } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import { sessionCustomer } from '../account/asking-customer.ts';
import { sealNotice } from '../account/mailroom.ts';
import type { ChallengePurpose, Passkey, StoredPasskey } from '../account/passkey-book.ts';
import { newChallenge, takeAnswer } from './challenge.ts';
import { type OwnerProof, withOwnerProof } from './prove-owner.ts';

/**
 * The passkeys of the caller, who is at a browser: never by token. Adding and removing needs the password, and a code where
 * two-step sign-in is on; the owner is told of both by email.
 *
 * Refuses  account.wrong-password, .wrong-code, .too-many-tries, .too-many-passkeys, .invalid-passkey-name, .bad-passkey,
 *          .passkey-expired
 * Source   ADR 75
 */
export function passkeyUseCases(ports: AccountPorts) {
  return {
    async listPasskeys(caller: Caller): Promise<readonly Passkey[]> {
      const { account } = await sessionCustomer(ports, caller);
      return await ports.passkeys.listOf(account.accountRef);
    },
    beginPasskey: (proof: OwnerProof, caller: Caller) => begin(ports, proof, caller),
    addPasskey: (wish: { name: string; answer: string }, caller: Caller) => add(ports, wish, caller),
    renamePasskey: (wish: { id: string; name: string }, caller: Caller) => rename(ports, wish, caller),
    removePasskey: (id: string, proof: OwnerProof, caller: Caller) => remove(ports, id, proof, caller),
  };
}

/** What the browser needs to make one. Only who has proven who they are gets a challenge, so the answer needs no further proof. */
async function begin(ports: AccountPorts, proof: OwnerProof, caller: Caller): Promise<string> {
  const { account, current } = await sessionCustomer(ports, caller);
  const { accountRef } = account;
  const existing = await ports.passkeys.listOf(accountRef);
  if (existing.length >= maxPasskeys) throw new TooManyPasskeys();
  await withOwnerProof(ports, account, proof, (use) =>
    runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      security: use.security,
      write: (tx) => use.take(tx),
    }),
  );
  const challenge = await newChallenge(ports, { purpose: purposeOf(account), boundTo: current });
  return await ports.ceremonies.creationOptions({
    challenge,
    accountRef,
    email: ports.book.emailOf(account),
    existing,
  });
}

/** What was begun without a code is not ended as if there had been one. */
const purposeOf = ({ isTwoStepOn }: AccountRecord): ChallengePurpose => (isTwoStepOn ? 'add-with-code' : 'add');

async function add(ports: AccountPorts, wish: { name: string; answer: string }, caller: Caller): Promise<Passkey> {
  const { account, current } = await sessionCustomer(ports, caller);
  const { accountRef } = account;
  const name = nameOf(wish);
  const answer = await takeAnswer(ports, wish.answer, { purpose: purposeOf(account), boundTo: current });
  const credential = await ports.ceremonies.checkCreation(answer);
  if (credential === null) throw new BadPasskey();
  const passkeyId = newId();
  const made = { createdAt: ports.clock.now(), lastUsedAt: null, isAddedWithCode: account.isTwoStepOn };
  const passkey = { ...credential, ...made, accountRef, passkeyId, name };
  const { deliveryId, write } = await sealNotice(ports, account, { template: 'passkey-added', name });
  await runAccountCommand(ports, {
    context: ownerContext(caller, accountRef),
    decide: (state) => [addPasskey({ accountRef, passkeyRef: passkeyId, deliveryId }, state)],
    write: async (tx) => {
      if (!(await ports.book.hold(tx, accountRef, account.passwordVersion))) throw new PasskeyExpired();
      if (!(await ports.passkeys.add(tx, passkey))) throw new BadPasskey();
      await write(tx);
    },
  });
  return passkey;
}

function nameOf(wish: { readonly name: string }): string {
  const name = passkeyNameOf(wish.name);
  if (name === null) throw new InvalidPasskeyName();
  return name;
}

async function rename(ports: AccountPorts, wish: { id: string; name: string }, caller: Caller): Promise<boolean> {
  const { account } = await sessionCustomer(ports, caller);
  const { accountRef } = account;
  const name = nameOf(wish);
  const passkey = await ownPasskey(ports, accountRef, wish.id);
  if (passkey === null || passkey.name === name) return passkey !== null;
  return await runAccountCommand(ports, {
    context: ownerContext(caller, accountRef),
    decide: (state) => renamePasskey({ accountRef, passkeyRef: passkey.passkeyId }, state),
    write: (tx) => ports.passkeys.rename(tx, passkey, name),
  });
}

/** Whoever removes a passkey may have lost what it was kept on: the other sessions end as well. */
async function remove(ports: AccountPorts, id: string, proof: OwnerProof, caller: Caller): Promise<boolean> {
  const { account, current } = await sessionCustomer(ports, caller);
  const { accountRef } = account;
  const passkey = await ownPasskey(ports, accountRef, id);
  if (passkey === null) return false;
  const { passkeyId: passkeyRef, name } = passkey;
  const others = { kind: 'all-but', idHash: current } as const;
  const ended = await ports.sessions.count(accountRef, others);
  const { deliveryId, write } = await sealNotice(ports, account, { template: 'passkey-removed', name });
  return await withOwnerProof(ports, account, proof, (use) =>
    runAccountCommand(ports, {
      context: ownerContext(caller, accountRef),
      decide: (state) => removePasskey({ accountRef, passkeyRef, deliveryId }, state),
      security: [...use.security, ...revokedIfAny(ended, accountRef, 'second-factor')],
      write: async (tx) => {
        await use.take(tx);
        await ports.passkeys.remove(tx, passkey);
        await ports.sessions.remove(tx, accountRef, others);
        await write(tx);
      },
    }),
  );
}

async function ownPasskey(ports: AccountPorts, accountRef: string, id: string): Promise<StoredPasskey | null> {
  const own = await ports.passkeys.listOf(accountRef);
  return own.find(({ passkeyId }) => passkeyId === id.toLowerCase()) ?? null;
}
