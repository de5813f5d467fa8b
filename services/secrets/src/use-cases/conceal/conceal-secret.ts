import type { Caller } from '@onceover/schema/caller';
import { generateValue } from '../../domain/secret/generated-value.ts';
import { DomainNotFound } from '../../domain/secret/secret-errors.ts';
import type { CallerLimits } from '../../domain/secret/secret-limits.ts';
import { type ShareDomain, wantedHost } from '../../domain/secret/share-domain.ts';
import type { MailPorts } from '../delivery/mailing.ts';
import { recipientMailing } from '../delivery/recipients.ts';
import { contextOf } from '../secret/command-context.ts';
import { refuseScopelessToken } from '../secret/ownership.ts';
import type { NewSecret } from '../secret/secret-writes.ts';
import { type Concealed, concealedAnswer } from './concealed.ts';
import { type ConcealInput, type LimitedWish, limitWish } from './limited-wish.ts';
import { once, type Replay, replayOf } from './replay-conceal.ts';
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
 * Shape    text over the plan's limit is truncated, or refused where it is wanted whole; `value` only for `generate`, this once
 * Units    lengths in characters (code points); an answer is replayed for its Idempotency-Key for 10 minutes
 * Refuses  secret.empty, secret.text-too-long, secret.passphrase-too-long, secret.recipient-not-allowed,
 *          secret.undeliverable-recipient, secret.too-many-recipients, secret.invalid-share-domain, secret.domain-not-found, secret.mail-quota-reached,
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
    const { kind, secret, passphrase, ttl, recipients, shareDomain, isPeopleOnly, idempotencyKey } = input;
    // Last and only where it was said, so that a request which an earlier version answered is still the same request.
    const said = isPeopleOnly === null ? [] : [isPeopleOnly];
    const fields = [kind, kind === 'generate' ? null : secret, passphrase, ttl, recipients, shareDomain, ...said];
    const answerOf = (made: NewSecret) => concealedAnswer(wish, made);
    const replay = replayOf(ports.keys, { command: 'conceal', idempotencyKey, fields }, caller, answerOf);
    const answered = await once(ports, replay, () => store(ports, wish, host, replay, caller));
    return 'made' in answered ? answerOf(answered.made) : { ...answered.earlier, isReplay: true };
  };
}

async function store(
  ports: ConcealPorts,
  wish: LimitedWish,
  host: string | null,
  replay: Replay | null,
  caller: Caller,
): Promise<NewSecret | 'duplicate'> {
  const { addresses, command, limits } = wish;
  const shareDomain = host === null ? null : await shareDomainOf(ports, host, caller);
  return await withRoom(ports, wish, caller, async () => {
    // A visitor's recipients were refused by the rules.
    const hasMails = addresses.length > 0 && caller.kind !== 'anonymous';
    const mailing = hasMails ? await recipientMailing(ports, addresses, limits.mailsPerDay, caller, shareDomain) : null;
    const context = contextOf(caller, command.ownerRef, replay?.commandName ?? null);
    return await storeSecret(ports, wish, { context, shareDomain, mailing, replay });
  });
}

async function shareDomainOf({ shareDomains }: ConcealPorts, host: string, caller: Caller): Promise<ShareDomain> {
  const found = caller.kind === 'anonymous' ? null : await shareDomains.find(caller.accountRef, host);
  if (found === null) throw new DomainNotFound();
  return found;
}

/** What is concealed: the text that was given, or a password made for the sharer. */
function textOf(ports: ConcealPorts, { kind, secret }: ConcealInput): string {
  return kind === 'generate' ? generateValue(ports.generatedLength, ports.randomBytes) : secret;
}
