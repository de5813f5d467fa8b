import { isIdempotencyKey } from '@onceover/schema/idempotency-key';
import { edgeRefusals } from '@onceover/schema/refusals/edge-refusals';
import { GraphQLError } from 'graphql';

/**
 * An `Idempotency-Key` as the contract wants it, or null where none was sent. A malformed or guessable one is an error of the
 * request, told before anything is read.
 */
export function claimTokenFrom(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text === '') return null;
  if (isIdempotencyKey(text)) return text;
  throw new GraphQLError(edgeRefusals.bad_idempotency_key.message, {
    extensions: { code: 'BAD_INPUT', reason: 'idempotency-key' },
  });
}
