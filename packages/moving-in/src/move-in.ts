import { recentlyUsed } from '@onceover/service-kit/recently-used';
import type { OnetimeAccount, OnetimeContent, OnetimeSecret, Read } from './onetime-records.ts';
import type { OnetimeServer } from './onetime-server.ts';
import { openOnetimeValue } from './open-onetime-value.ts';
import type { Finding, Report } from './report.ts';

/** How an account is to be taken. */
export interface AccountWish {
  /** False: nothing is changed, and the findings say what would be. */
  readonly isForReal: boolean;
  readonly takesColonels: boolean;
}

/** A secret as it is taken: of the account that has its owner's address here, and opened. */
export type SecretToImport = Omit<OnetimeSecret, 'owner' | 'content'> & {
  readonly ownerRef: string | null;
  readonly value: string | null;
};

/** Where everything goes. Each is taken as a whole or not at all, and once, however often it is given. */
export interface Destination {
  /** With its password, token, role and domains. */
  importAccount(account: OnetimeAccount, wish: AccountWish): Promise<readonly Finding[]>;
  accountRefOf(email: string): Promise<string | null>;
  importSecret(
    secret: SecretToImport,
    wish: Pick<AccountWish, 'isForReal'>,
  ): Promise<{ readonly outcome: 'imported' | 'already-there' | 'left'; readonly reason?: string }>;
}

export interface Move extends AccountWish {
  readonly server: OnetimeServer;
  readonly destination: Destination;
  readonly report: Report;
  /** Null: no secret can be opened. */
  readonly siteSecret: string | null;
}

/** Accounts that are written at once. */
const PLACES = 6;
/** Owners that are remembered. */
const OWNERS = 10_000;

/**
 * Moves accounts and then secrets. It may stop at any moment and run again: what was taken is there, and stays as it is.
 */
export async function moveIn(move: Move): Promise<void> {
  await eachOf(move.server.accounts(), (read) => moveAccount(move, read));
  const refOf = rememberedRefs(move);
  await eachOf(move.server.secrets(), (read) => moveSecret(move, read, refOf));
}

async function moveAccount({ destination, report, ...wish }: Move, read: Read<OnetimeAccount>): Promise<void> {
  if ('broken' in read) report.add({ ...read.broken, outcome: 'left' });
  else for (const finding of await destination.importAccount(read.found, wish)) report.add(finding);
}

async function moveSecret(
  move: Move,
  read: Read<OnetimeSecret>,
  refOf: (owner: string) => Promise<string | null>,
): Promise<void> {
  const { report, destination, isForReal } = move;
  if ('broken' in read) return report.add({ ...read.broken, outcome: 'left' });
  const { owner, content, ...secret } = read.found;
  const name = `${secret.metadataKey.slice(0, 8)}…`;
  const opened = content === null ? null : openedBy(move, content, secret.secretKey);
  const value = opened !== null && 'value' in opened ? opened.value : null;
  const ownerRef = owner === null || !isForReal ? null : await refOf(owner);
  const whyNot = opened !== null && 'reason' in opened ? opened.reason : undefined;
  // An account that is not here, as it was closed or left, has nobody see whom it wrote to.
  const recipients = owner !== null && ownerRef === null ? null : secret.recipients;
  const taken = { ...secret, ownerRef, recipients, value };
  const { outcome, reason } = await destination.importSecret(taken, { isForReal });
  const said = outcomes[outcome];
  const told = outcome === 'left' ? (whyNot ?? reason) : reason;
  // Of a secret that waits, both are left for the same reason, which is told once.
  if (opened !== null) report.add({ kind: 'private link', name, outcome: said });
  const kind = opened === null ? 'private link' : 'secret';
  report.add({ kind, name, outcome: said, ...(told === undefined ? {} : { reason: told }) });
}

const outcomes = { imported: 'taken', 'already-there': 'already there', left: 'left' } as const;

function openedBy(
  { siteSecret }: Move,
  { encryption, ciphertext, hasPassphrase }: OnetimeContent,
  secretKey: string | null,
): { readonly value: string } | { readonly reason: string } {
  if (encryption !== '2') return { reason: 'its content is sealed in a way that is not opened here' };
  if (hasPassphrase) return { reason: 'it has a passphrase, without which nobody can open it' };
  if (siteSecret === null) return { reason: 'without --site-secret-file it cannot be opened' };
  const value = secretKey === null ? null : openOnetimeValue({ ciphertext, siteSecret, secretKey });
  return value === null ? { reason: 'the site secret does not open it' } : { value };
}

function rememberedRefs({ server, destination }: Move): (owner: string) => Promise<string | null> {
  const known = recentlyUsed<{ readonly ref: string | null }>(OWNERS);
  return async (owner) => {
    const found = known.get(owner);
    if (found !== undefined) return found.ref;
    const email = await server.addressOf(owner);
    const ref = email === null ? null : await destination.accountRefOf(email);
    known.set(owner, { ref });
    return ref;
  };
}

/** Runs the work for each, a few at once, and no further than the slowest allows. The first failure ends it. */
async function eachOf<Each>(source: AsyncIterable<Each>, work: (each: Each) => Promise<void>): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  let hasFailed = false;
  const place = async () => {
    for (;;) {
      const next = await iterator.next();
      if (next.done === true || hasFailed) return;
      await work(next.value).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const done = await Promise.allSettled(Array.from({ length: PLACES }, place));
  const failed = done.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
