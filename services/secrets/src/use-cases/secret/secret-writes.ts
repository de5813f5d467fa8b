import type { CommandContext, NewEvent } from '@onceover/event-store';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { NewSecret } from '../conceal/concealed.ts';
import type { ReplayRow } from '../conceal/replay-conceal.ts';
import type { DeliveryRow } from '../delivery/mailing.ts';
import type { RedeliveryRow } from '../reveal/redelivery.ts';
import type { StoredSecret } from './stored-secret.ts';

/** Both ways to write to a secret. Each command is one commit or nothing. */
export interface SecretWrites {
  /** Throws `StaleInput` when the epoch or the clock moved on since the secret was sealed. */
  conceal(concealing: ConcealCommand): Promise<Written>;
  /**
   * Decides who opened, burned or expired a secret: `VersionConflict` for everybody but one. Throws `StaleInput` when the
   * epoch of the redelivery moved on.
   */
  end(ending: EndCommand): Promise<Written>;
}

/** `duplicate`: the command of this id was executed before; nothing was written now. */
export type Written = 'appended' | 'duplicate';

interface SecretCommand {
  readonly context: CommandContext;
  /** The command came with an Idempotency-Key: its id is kept, so that the same command is executed at most once. */
  readonly isRemembered: boolean;
}

/** One secret for the support desk. */
export interface IncomingRow {
  readonly incomingId: string;
  readonly lookup: Buffer;
  /** Keyed hash of the desk's address. */
  readonly inbox: Buffer;
  readonly ticketNumber: string;
  readonly submittedAt: Date;
}

export interface ConcealCommand extends SecretCommand {
  readonly made: NewSecret;
  /** `secret.created`, and what it asks for. */
  readonly events: readonly NewEvent[];
  readonly replay: ReplayRow | null;
  readonly deliveries: readonly DeliveryRow[];
  readonly incoming: IncomingRow | null;
}

export interface EndCommand extends SecretCommand {
  /** As it was read. Its content, shard and link go. */
  readonly secret: Pick<StoredSecret, 'secretId' | 'version' | 'binding'>;
  readonly ending: SecretEnding;
  readonly event: NewEvent;
  /** What the creator sees: false until the claimant says that it arrived, null where nobody says. */
  readonly deliveryConfirmed: boolean | null;
  readonly redelivery: RedeliveryRow | null;
}
