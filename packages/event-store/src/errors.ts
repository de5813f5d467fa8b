import { NamedError, OutcomeUnknownError } from '@onceover/service-kit/errors';

/** Another command was first: the expected version or a guarded row did not match. Nothing was written. */
export class VersionConflict extends NamedError {}

/** `transact` only: this command id was executed before; `reference` names what it wrote. */
export class DuplicateCommand extends NamedError {
  readonly reference: { readonly streamId: string; readonly version: number };

  constructor(reference: { streamId: string; version: number }) {
    super('the command was executed before');
    this.reference = reference;
  }
}

/** A key was replaced, or time ran out, after the command was prepared; prepare it again. Nothing was written. */
export class StaleInput extends NamedError {}

/** The connection was lost during the commit; a retry with the same command id finds out what happened. */
export class OutcomeUnknown extends OutcomeUnknownError {
  constructor(cause: unknown) {
    super('postgres', { cause });
  }
}

/** A search or a count takes longer than it may. */
export class TooMuchToSearch extends NamedError {
  constructor() {
    super('the search takes longer than it may');
  }
}
