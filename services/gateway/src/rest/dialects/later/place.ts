import { type identifiersForm, mostIdentifiers } from '@onceover/schema/rest/later';
import { revealForm } from '@onceover/schema/rest/secret';
import type { z } from 'zod';
import type { DialectName } from '../../../answers/choose-dialect.ts';
import { PLACEHOLDER_SHRIMP } from '../../../form-token/form-token.ts';
import { badPayload } from '../../../http/api-error.ts';
import type { LimitName } from '../../../limits/limit-table.ts';
import type { RestRequest, RestRoute, RestTools } from '../../rest-route.ts';
import { custidOf } from '../d18/presenters/custid.ts';
import type { LaterReader, OpenedWord } from './present-receipt.ts';

/** Under which path the calls stand, for whom, and how they name an opened secret. */
export interface Place {
  readonly dialect: DialectName;
  /** Before the names of operations, so that each is unique: `later`, `guest`. */
  readonly prefix: string;
  readonly credentials: NonNullable<RestRoute['credentials']>;
  /** Default: `any`. */
  readonly auth?: RestRoute['auth'];
  readonly opened: OpenedWord;
}

type Manner = Pick<RestRoute, 'dialect' | 'credentials' | 'auth'>;
export const mannerOf = ({ dialect, credentials, auth = 'any' }: Place): Manner => ({ dialect, credentials, auth });

/** Who an answer is presented to. */
export function readerOf(
  { caller }: Pick<RestRequest<unknown>, 'caller'>,
  { links, now }: RestTools,
  { opened }: Pick<Place, 'opened'>,
): LaterReader {
  return { links, now: now(), custid: custidOf(caller), opened };
}

/** What the answer to an action carries. */
export const envelopeOf = ({ shrimp, caller }: RestRequest<unknown>) => ({ shrimp, custid: custidOf(caller) });

/** The same for somebody whose session has just ended. */
export const signedOut = { shrimp: PLACEHOLDER_SHRIMP, custid: 'anon' } as const;

/** The fields of a call that opens or burns. */
export const openingForm = revealForm.pick({ continue: true, passphrase: true });

/** The keys of a list, each counted against the limit as if it were asked for alone. Throws the error of a list that is too long. */
export async function counted(
  { form, caller }: RestRequest<z.infer<typeof identifiersForm>>,
  { limits }: RestTools,
  limit: LimitName,
): Promise<readonly string[]> {
  const { identifiers } = form;
  if (identifiers.length > mostIdentifiers) throw badPayload();
  // The request itself was counted as one.
  if (identifiers.length > 1) await limits.take(limit, { network: caller.network }, identifiers.length - 1);
  return identifiers;
}
