/** A secret of the story. */
export interface ToldSecret {
  readonly content: string;
  readonly secretKey: string;
  readonly metadataKey: string;
  readonly passphrase?: string;
  /** The custom domain of its link. */
  readonly host?: string;
}

/** Somebody with an account, and how they sign in. */
export interface ToldPerson {
  readonly email: string;
  readonly password: string;
  /** Of whoever turned on two-step sign-in: the key of the authenticator app. */
  readonly manualKey?: string;
  readonly apiToken?: string;
}

/** What people see of what is theirs. Names of views are kept; a later version may say more in each. */
export type Views = Readonly<Record<string, unknown>>;

/** What people did with a released version before it was stopped, and what they must find after an upgrade. */
export interface Story {
  readonly version: string;
  /** When it had stopped, in milliseconds since 1970. */
  readonly stoppedAt: number;
  /** The next transaction id of its PostgreSQL, which stored positions come before. */
  readonly nextTransaction: string;
  /** Of the PostgreSQL that it brought along. */
  readonly postgresMajor: number;
  readonly roles: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
  /** By what they are: each opens once, with its content. */
  readonly waiting: Readonly<Record<string, ToldSecret>>;
  /** By how they ended; `expired` does while the program is stopped. */
  readonly ended: Readonly<Record<string, Pick<ToldSecret, 'secretKey' | 'metadataKey'>>>;
  readonly customer: ToldPerson;
  readonly colonel: ToldPerson;
  /** Signed up; the link that verifies the address waits. */
  readonly unverified: ToldPerson & { readonly verificationKey: string };
  /** Whose email waits to be sent, and the content of the secret that it leads to. */
  readonly pendingMail: { readonly to: string; readonly content: string };
  readonly domains: { readonly verified: string; readonly pending: string };
  /** The customer's, as they were then. */
  readonly views: Views;
  /** Entries of the customer's trail at least. */
  readonly trailEntries: number;
}

/** What a released version reads and writes, which others that run beside it have to keep to. */
export interface Contract {
  /** The newest version of each event, by type. */
  readonly events: Readonly<Record<string, number>>;
  /** SHA-256 of the golden example of each event and version. */
  readonly examples: Readonly<Record<string, string>>;
  /** JSON schemas of what each call between services takes and answers. */
  readonly calls: Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;
  /** The schema of each subgraph, as its service answers it. */
  readonly graph: Readonly<Record<string, string>>;
  /** Columns with their types and functions with arguments and result, as PostgreSQL writes them. */
  readonly schema: readonly string[];
}
