import type { Caller } from '@onceover/schema/caller';
import { OutageError } from '@onceover/service-kit/errors';
import { generateValue } from '../../domain/secret/generated-value.ts';
import { DomainNotFound } from '../../domain/secret/secret-errors.ts';
import type { CallerLimits } from '../../domain/secret/secret-limits.ts';
import { type ShareDomain, wantedHost } from '../../domain/secret/share-domain.ts';
import type { Mailing, MailPorts } from '../delivery/mailing.ts';
import { recipientMailing } from '../delivery/recipients.ts';
import { contextOf } from '../secret/command-context.ts';
import { refuseScopelessToken } from '../secret/ownership.ts';
import type { NewSecret } from '../secret/secret-writes.ts';
import { type Concealed, concealedAnswer } from './concealed.ts';
import { type ConcealInput, type LimitedWish, limitWish } from './limited-wish.ts';
import { type Asked, replayedAnswer, replayOf } from './replay-conceal.ts';
import { type StoragePorts, withRoom } from './storage-guard.ts';
import { type StorePorts, storeSecret } from './store-secret.ts';

/** What each caller's plan allows. */
export interface LimitsOfCallers {
  for(caller: Caller): Promise<CallerLimits>;
}

/** Custom hosts, which the accounts service keeps. */
export interface ShareDomains {
  /** Null: unknown, unverified or somebody else's. */
  find(accountRef: string, host: string): Promise<ShareDomain | null>;
}

export type ConcealPorts = StorePorts &
  StoragePorts &
  MailPorts & {
    readonly planLimits: LimitsOfCallers;
    readonly shareDomains: ShareDomains;
    readonly generatedLength: number;
    readonly randomBytes: (size: number) => Uint8Array;
  };

/**
 * Makes a secret link. Event, state, content and sealed emails are one commit or nothing; the keys are returned once and
 * forgotten.
 *
 * Shape    text over the plan's limit is truncated; `value` only for `generate`, this once
 * Units    lengths in characters (code points); an answer is replayed for its Idempotency-Key for 10 minutes
 * Refuses  secret.empty, secret.passphrase-too-long, secret.recipient-not-allowed, secret.undeliverable-recipient,
 *          secret.too-many-recipients, secret.invalid-share-domain, secret.domain-not-found, secret.mail-quota-reached,
 *          secret.storage-quota-reached, secret.idempotency-mismatch, secret.idempotency-expired; a token needs the scope `secrets-write`
 * Source   REST contract 5.1; security 3.5
 */
export function concealSecretUseCase(ports: ConcealPorts) {
  return async (input: ConcealInput, caller: Caller): Promise<Concealed> => {
    refuseScopelessToken(caller, 'secrets-write');
    const ownerRef = caller.kind === 'anonymous' ? null : caller.accountRef;
    const limits = await ports.planLimits.for(caller);
    const wish = limitWish(input.kind, { ...input, secret: textOf(ports, input) }, ownerRef, limits);
    const host = wantedHost(input.shareDomain);
    ports.keyRing.current(); // sealed: nothing is stored
    const earlier = await replayedAnswer<Concealed>(ports, askedOf(input), caller);
    return earlier ?? (await conceal(ports, input, wish, host, caller));
  };
}

async function conceal(
  ports: ConcealPorts,
  input: ConcealInput,
  wish: LimitedWish,
  host: string | null,
  caller: Caller,
): Promise<Concealed> {
  const shareDomain = host === null ? null : await shareDomainOf(ports, host, caller);
  const made = await withRoom(ports, wish, caller, () => store(ports, input, wish, shareDomain, caller));
  if (made !== 'duplicate') return concealedAnswer(wish, made);
  // Somebody concealed with this Idempotency-Key a moment ago, or long ago.
  const earlier = await replayedAnswer<Concealed>(ports, askedOf(input), caller, { isKnown: true });
  if (earlier === null) throw new OutageError('replay', { retryAfterSeconds: 1 });
  return earlier;
}

async function store(
  ports: ConcealPorts,
  input: ConcealInput,
  wish: LimitedWish,
  shareDomain: ShareDomain | null,
  caller: Caller,
): Promise<NewSecret | 'duplicate'> {
  const mailing = wish.addresses.length === 0 ? null : await mailingOf(ports, wish, shareDomain, caller);
  const answer = (made: NewSecret) => Buffer.from(JSON.stringify(concealedAnswer(wish, made)), 'utf8');
  const replay = replayOf(ports.keys, askedOf(input), caller, answer);
  const context = contextOf(caller, wish.command.ownerRef, replay?.commandName ?? null);
  return await storeSecret(ports, wish, { context, shareDomain, mailing, replay });
}

async function shareDomainOf({ shareDomains }: ConcealPorts, host: string, caller: Caller): Promise<ShareDomain> {
  const found = caller.kind === 'anonymous' ? null : await shareDomains.find(caller.accountRef, host);
  if (found === null) throw new DomainNotFound();
  return found;
}

async function mailingOf(
  ports: ConcealPorts,
  wish: LimitedWish,
  shareDomain: ShareDomain | null,
  caller: Caller,
): Promise<Mailing | null> {
  // A visitor's recipients were refused by the rules.
  return caller.kind === 'anonymous'
    ? null
    : await recipientMailing(ports, wish.addresses, wish.limits.mailsPerDay, caller, shareDomain);
}

function askedOf(input: ConcealInput): Asked {
  const { kind, secret, passphrase, ttl, recipients, shareDomain, idempotencyKey } = input;
  const text = kind === 'generate' ? null : secret;
  return { command: 'conceal', idempotencyKey, fields: [kind, text, passphrase, ttl, recipients, shareDomain] };
}

/** What is concealed: the text that was given, or a password made for the sharer. */
function textOf(ports: ConcealPorts, { kind, secret }: ConcealInput): string {
  return kind === 'generate' ? generateValue(ports.generatedLength, ports.randomBytes) : secret;
}
