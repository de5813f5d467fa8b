import type { Caller } from '@onceover/schema/caller';
import { newId } from '@onceover/service-kit/ids';
import { incomingSubmitted, mailQuotas, networkGroupOf } from '../../domain/secret/delivery.ts';
import { obscuredAddress } from '../../domain/secret/obscured-address.ts';
import { IncomingDisabled, InvalidTicketNumber, NothingToSubmit } from '../../domain/secret/secret-errors.ts';
import type { LimitsOfCallers } from '../conceal/conceal-secret.ts';
import { metadataOfNew } from '../conceal/concealed.ts';
import { limitWish, plain } from '../conceal/limited-wish.ts';
import { once, type Replay, replayOf } from '../conceal/replay-conceal.ts';
import { type StoragePorts, withRoom } from '../conceal/storage-guard.ts';
import { type StorePorts, storeSecret } from '../conceal/store-secret.ts';
import type { Mailing, MailPorts, MailUse } from '../delivery/mailing.ts';
import type { MetadataView } from '../metadata/metadata-view.ts';
import { contextOf } from '../secret/command-context.ts';
import { refuseScopelessToken } from '../secret/ownership.ts';
import type { NewSecret } from '../secret/secret-writes.ts';

/** The support desk, as it is configured. */
export interface IncomingDesk {
  /** Where its emails go, in lower case; null: there is no desk. */
  readonly recipient: string | null;
  /** Of every secret sent there; empty means none. */
  readonly passphrase: string;
  /** Pattern that a ticket number must match in full. */
  readonly ticketPattern: { test(ticketNumber: string): boolean };
  /** Keyed hash of an address, under which its secrets are found. */
  readonly inboxOf: (address: string) => Buffer;
}

export interface IncomingInput {
  readonly secret: string;
  readonly ticketNumber: string;
  readonly idempotencyKey: string | null;
}

export interface IncomingSubmission {
  readonly metadata: MetadataView;
  readonly ticketNumber: string;
  /** Obscured. */
  readonly recipient: string;
  readonly isReplay: boolean;
}

export type IncomingPorts = StorePorts &
  StoragePorts &
  MailPorts & { readonly planLimits: LimitsOfCallers; readonly desk: IncomingDesk };

const weekSeconds = 604_800;

/**
 * Makes a secret for the support desk, for a week, and emails its link there with the ticket number. Beyond the desk's quota,
 * or the sender's share of it, the secret is stored all the same, and its link leaves in the next digest.
 *
 * Units    an answer is replayed for its Idempotency-Key for 10 minutes
 * Refuses  incoming.disabled, incoming.empty, incoming.invalid-ticket-number, secret.storage-quota-reached,
 *          secret.idempotency-mismatch, secret.idempotency-expired
 * Source   REST contract 8; security 5.8
 */
export function submitIncomingUseCase(ports: IncomingPorts) {
  return async (input: IncomingInput, caller: Caller): Promise<IncomingSubmission> => {
    refuseScopelessToken(caller, 'secrets-write');
    const { recipient, ticketPattern } = ports.desk;
    if (recipient === null) throw new IncomingDisabled();
    if (input.secret === '') throw new NothingToSubmit();
    const ticketNumber = input.ticketNumber.trim();
    if (!ticketPattern.test(ticketNumber)) throw new InvalidTicketNumber();
    ports.keyRing.current(); // sealed: nothing is stored
    const { secret, idempotencyKey } = input;
    const answerOf = (made: NewSecret): IncomingSubmission => {
      return { metadata: metadataOfNew(made, 1), ticketNumber, recipient: obscuredAddress(recipient), isReplay: false };
    };
    const asked = { command: 'incoming', idempotencyKey, fields: ['incoming', secret, ticketNumber] } as const;
    const replay = replayOf(ports.keys, asked, caller, answerOf);
    const submission = { secret, ticketNumber, recipient };
    const answered = await once(ports, replay, () => store(ports, submission, replay, caller));
    return 'made' in answered ? answerOf(answered.made) : { ...answered.earlier, isReplay: true };
  };
}

async function store(
  ports: IncomingPorts,
  { secret, ticketNumber, recipient }: { secret: string; ticketNumber: string; recipient: string },
  replay: Replay | null,
  caller: Caller,
): Promise<NewSecret | 'duplicate'> {
  const ownerRef = caller.kind === 'anonymous' ? null : caller.accountRef;
  const limits = { ...(await ports.planLimits.for(caller)), maxTtlSeconds: weekSeconds };
  // Its link is emailed, so that only a person at the desk opens it.
  const form = { ...plain, secret, passphrase: ports.desk.passphrase, ttl: weekSeconds, isPeopleOnly: true };
  const wish = limitWish('incoming', form, ownerRef, limits);
  const incomingId = newId();
  return await withRoom(ports, wish, caller, async () =>
    storeSecret(ports, wish, {
      context: contextOf(caller, ownerRef, replay?.commandName ?? null),
      mailing: await deskMailing(ports, recipient, ticketNumber, { incomingId, caller }),
      shareDomain: null,
      replay,
      incoming: { incomingId, inbox: ports.desk.inboxOf(recipient), ticketNumber },
    }),
  );
}

/** One email to the desk: by itself within what may leave in an hour, beyond that in the next digest. */
async function deskMailing(
  ports: IncomingPorts,
  address: string,
  ticketNumber: string,
  { incomingId, caller }: { readonly incomingId: string; readonly caller: Caller },
): Promise<Mailing> {
  const deliveryId = newId();
  // The sealing key is fetched first, so that nothing is counted while it is away.
  const seal = await ports.mailSealer.ready();
  const reservation = await ports.mailQuota.reserve(deskUses(address, caller, ports.databaseTime.now()));
  const inDigest = reservation.kind === 'reached';
  const mail = {
    deliveryId,
    envelope: ({ path, expiresAt }: { path: string; expiresAt: string }) =>
      ({ template: 'incoming', address, locale: 'en', ticketNumber, path, expiresAt }) as const,
    event: (secretId: string) => incomingSubmitted({ incomingId, secretId, deliveryId, inDigest }),
  };
  const giveBack = async () => (inDigest ? undefined : await ports.mailQuota.giveBack(reservation.id));
  return { mails: [mail], obscured: obscuredAddress(address), seal, giveBack };
}

/**
 * The desk's quota, and the sender's share of it, so that few networks cannot use it up. Networks are counted under the
 * date: what is stored today says nothing about another day's.
 */
function deskUses(address: string, caller: Caller, now: Date): readonly MailUse[] {
  const { perInbox, perSender, perNetworkGroup, inboxWindowSeconds: windowSeconds } = mailQuotas;
  const use = (subject: MailUse['subject'], limit: number): MailUse => ({ subject, limit, count: 1, windowSeconds });
  const desk = use(`inbox:${address}`, perInbox);
  if (caller.kind !== 'anonymous') return [desk, use(`sender:${caller.accountRef}`, perSender)];
  const day = now.toISOString().slice(0, 10);
  return [
    desk,
    use(`sender:${day} ${caller.network}`, perSender),
    use(`sender:${day} ${networkGroupOf(caller.network)}`, perNetworkGroup),
  ];
}
