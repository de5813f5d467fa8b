import type { PlanId } from '@onceover/schema/plans';
import type { AccountRecord, SealedSubject } from '../account/account-book.ts';
import type { Tx } from '../account/account-command.ts';
import type { AccountPorts } from '../account/account-ports.ts';
import type { AccountPassword } from '../account/password-hasher.ts';
import type { TokenPorts } from '../api-token/token-ports.ts';
import type { DomainPorts, NewDomain } from '../domain/domain-ports.ts';

/** An account as it is stored when it is imported: verified, and with the key that its personal data are sealed under. */
export interface ImportedAccount {
  readonly accountRef: string;
  readonly email: string;
  readonly planId: PlanId;
  readonly role: AccountRecord['role'];
  /** As chosen there; null: never, or none of ours. */
  readonly locale: string | null;
  readonly mailLocale: string;
  readonly password: AccountPassword;
  readonly createdAt: Date;
  readonly sealed: SealedSubject;
}

export interface ImportBook {
  /** The reference that an account with an address has when it is imported; only who has our keys can tell it. */
  refOf(email: string): string;
  /** A key for what is personal of an account, and the address sealed under it. */
  sealSubject(accountRef: string, email: string): SealedSubject;
  sealText(accountRef: string, sealed: SealedSubject, text: string): string;
  addAccount(tx: Tx, account: ImportedAccount): Promise<void>;
  addDomain(tx: Tx, domain: NewDomain): Promise<void>;
  /** Whether a command failed because somebody else has a token with the same text. */
  isTokenTaken(error: unknown): boolean;
}

export interface ImportPorts {
  readonly account: Pick<AccountPorts, 'events' | 'book' | 'passwords'>;
  readonly tokens: Pick<TokenPorts, 'tokens'>;
  readonly domains: DomainPorts;
  readonly imports: ImportBook;
}
