import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { operatorOnly } from '@onceover/schema/colonel-proof';
import { isId } from '@onceover/service-kit/ids';
import type { sizeBucket } from '../../domain/secret/conceal-secret.ts';
import type { SecretEnding } from '../../domain/secret/secret.ts';
import type { ShownRefusedOpening } from '../reveal/refused-openings.ts';
import { type PagePosition, readPage } from '../secret/page.ts';
import type { StoredSecret } from '../secret/stored-secret.ts';

/** A secret as colonels see it: by reference, and never what opens it or says to whom it went. Instants in milliseconds. */
export interface ListedSecret {
  readonly secretId: string;
  readonly shortkey: string;
  readonly state: StoredSecret['state'];
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
  readonly size: ReturnType<typeof sizeBucket>;
  readonly hasPassphrase: boolean;
  /** The account that created it; null: none. */
  readonly ownerRef: string | null;
  /** Sent to the support desk. */
  readonly isIncoming: boolean;
  readonly burnedByOperator: boolean;
  /** Emails with the link, by what became of them. */
  readonly emails: Readonly<Record<EmailStatus, number>>;
  /** Oldest first. */
  readonly refusedOpenings: readonly ShownRefusedOpening[];
}

export const emailStatuses = ['queued', 'sent', 'failed', 'suppressed', 'bounced'] as const;
type EmailStatus = (typeof emailStatuses)[number];

/** Null: any. */
export interface ListedFilter {
  /** By the database's clock: a secret past its lifetime is expired. */
  readonly state: 'new' | SecretEnding | null;
  readonly ownerRef: string | null;
  /** Of the share link or the private link. */
  readonly shortkey: string | null;
  readonly createdFrom: Date | null;
}

export interface ListedSecrets {
  /** Newest first; secrets that verify an address are not in it. */
  page(
    wanted: ListedFilter & { readonly after: PagePosition | null; readonly limit: number },
  ): Promise<readonly ListedSecret[]>;
  /** As commands read them, by their ids; the others are left out. */
  find(secretIds: readonly string[]): Promise<readonly StoredSecret[]>;
}

export interface ListingPorts {
  readonly listed: ListedSecrets;
  /** Records that a colonel looked for a short key, and the first secret that was found; null: none. */
  readonly recordLookUp: (operator: CustomerCaller, secretId: string | null) => Promise<void>;
}

export interface ListingInput extends ListedFilter {
  readonly first: number;
  readonly after: PagePosition | null;
}

interface ListedPage {
  readonly nodes: readonly ListedSecret[];
  /** Where the next page begins; null at the end. */
  readonly end: PagePosition | null;
}

/** No page is longer: each row is read with what became of its emails. */
const MOST = 200;
const nobody: ListedPage = { nodes: [], end: null };

/**
 * All secrets, by reference, newest first, a page at a time. That somebody looked for a short key is recorded before the
 * answer, as everywhere.
 *
 * Refuses  NotAuthorizedError for everybody but colonels
 * Source   security 5.9; web 8.7
 */
export function listSecretsUseCase({ listed, recordLookUp }: ListingPorts) {
  return async ({ first, ...wanted }: ListingInput, caller: Caller): Promise<ListedPage> => {
    const operator = operatorOnly(caller);
    const { ownerRef, shortkey, after } = wanted;
    if (ownerRef !== null && !isId(ownerRef)) return nobody;
    if (shortkey !== null && !/^[0-9a-z]{8}$/.test(shortkey)) return nobody;
    const read = (limit: number) => listed.page({ ...wanted, limit });
    const { rows, end } = await readPage(Math.min(first, MOST), read, positionOf);
    if (shortkey !== null && after === null) await recordLookUp(operator, rows[0]?.secretId ?? null);
    return { nodes: rows, end };
  };
}

function positionOf({ createdAt, secretId }: ListedSecret): PagePosition {
  return { at: createdAt, id: secretId };
}
