/**
 * What `/api/v2` answers, as types alone. Their one source is `schema/rest`; `answers.test.ts` does not compile when they differ.
 * Times are whole Unix seconds, lifetimes whole seconds, sizes characters. Source: REST contract 4 to 7.
 */

export type SecretState = 'new' | 'received' | 'burned' | 'expired';

/** What every answer to an action carries. */
export type Envelope = { success: true; shrimp: string; custid: string };

/** What became of a secret, for its creator. Source: REST contract 4.1. */
export type Metadata = {
  key: string;
  identifier: string;
  custid: string | null;
  state: SecretState;
  shortkey: string;
  secret_shortkey: string;
  secret_ttl: number;
  share_domain: string | null;
  created: number;
  updated: number;
  expiration: number;
  received: number | null;
  burned: number | null;
  recipients: string | null;
  show_recipients: boolean;
  is_received: boolean;
  is_burned: boolean;
  is_destroyed: boolean;
  is_expired: boolean;
  is_truncated: boolean;
  expiration_stamp: string;
  created_date_utc: string;
  stamp: string;
  uri: string;
  metadata_url: string;
  burn_url: string;
  share_url: string | null;
};

/** A secret that was just concealed; `secret_value` is there if it was generated. Source: REST contract 4.2. */
export type ConcealedSecret = {
  key: string;
  identifier: string;
  shortkey: string;
  state: SecretState;
  secret_ttl: number;
  lifespan: number;
  original_size: number;
  created: number;
  updated: number;
  is_truncated: boolean;
  has_passphrase: boolean;
  verification: boolean;
  secret_value?: string | undefined;
};

/** Source: REST contract 5.1. */
export type ConcealAnswer = Envelope & {
  record: { metadata: Metadata; secret: ConcealedSecret; share_domain: string | null };
  details: { kind: 'share' | 'generate'; recipient: string[]; recipient_safe: string[]; ttl_adjusted: boolean };
};

type LinkNames = { key: string; secret_key: string; identifier: string; secret_shortkey: string; shortkey: string };
type LinkFlags = { verification: boolean; has_passphrase: boolean; is_owner: boolean; share_domain: string };
/** When it was created, and its lifetime in seconds. */
type LinkTimes = { secret_ttl: number; lifespan: number; created: number; updated: number };

/** A look at a link: nothing of the content. Source: REST contract 5.2. */
export type LookAnswer = {
  success: true;
  record: LinkNames & LinkFlags & LinkTimes & { state: 'new'; is_truncated: null; original_size: null };
  details: {
    continue: false;
    show_secret: false;
    correct_passphrase: boolean;
    display_lines: 4;
    one_liner: null;
    is_owner: boolean;
    verification: boolean;
  };
  intent?: string | undefined;
};

/** The content, once. Source: REST contract 5.3. */
export type RevealAnswer = Envelope & {
  record: LinkNames &
    LinkFlags & { state: 'received'; is_truncated: boolean; original_size: number; secret_value: string };
  details: {
    continue: true;
    show_secret: true;
    correct_passphrase: boolean;
    display_lines: number;
    one_liner: boolean;
    is_owner: boolean;
    verification: boolean;
  };
};

type Counted<K extends string, V> = { [key in K]: V } & { count: number; first: number; last: number };

/** The creator's view of one secret. Source: REST contract 5.5. */
export type MetadataAnswer = {
  success: true;
  record: Omit<Metadata, 'share_domain'> & {
    secret_key: string | null;
    share_path: string | null;
    burn_path: string;
    metadata_path: string;
    share_domain: string;
    shared: null;
    viewed: null;
    is_viewed: false;
    is_orphaned: false;
    secret_state: 'new' | null;
    natural_expiration: string;
    expiration_in_seconds: number;
  };
  details: {
    type: 'record';
    /** Seconds left; null once it ended. */
    secret_realttl: number | null;
    title: 'You saved a secret';
    body_class: null;
    display_lines: 4;
    display_feedback: false;
    no_cache: true;
    is_received: boolean;
    is_burned: boolean;
    is_destroyed: boolean;
    is_expired: boolean;
    received_date: string | null;
    received_date_utc: string | null;
    burned_date: string | null;
    burned_date_utc: string | null;
    expired_date: string | null;
    expired_date_utc: string | null;
    maxviews: 1;
    has_maxviews: false;
    view_count: number;
    has_passphrase: boolean;
    is_truncated: boolean;
    can_decrypt: boolean;
    /** A generated value, where the site shows it once more. */
    secret_value: string | null;
    show_secret: boolean;
    show_secret_link: boolean;
    show_metadata_link: boolean;
    show_metadata: true;
    show_recipients: boolean;
    is_owner: boolean;
    is_by_owner_handle: boolean;
    is_locked: boolean;
    delivery_confirmed: boolean | null;
    confirmed: number | null;
    generated_value_shown?: number | undefined;
    opened_by: 'owner' | 'authenticated' | 'anonymous' | null;
    burned_by_operator: boolean;
    refusals: Counted<'reason', 'late' | 'wrong_passphrase' | 'locked'>[];
    programs: Counted<'kind', 'preview' | 'scanner' | 'automation' | 'program'>[];
    people_only: boolean;
    deliveries: { status: 'queued' | 'sent' | 'failed' | 'suppressed' | 'bounced'; at: number }[];
  };
};

/** Secrets of the account; their keys are owner handles. Source: REST contract 5.4. */
export type RecentAnswer = {
  success: true;
  custid: string;
  count: number;
  records: Metadata[];
  details: {
    since: number;
    now: string;
    has_items: boolean;
    received: Metadata[];
    notreceived: Metadata[];
    has_more: boolean;
  };
};

/** Source: REST contract 5.6. */
export type BurnAnswer = Envelope & { record: Metadata & { metadata: Metadata }; details: Record<string, never> };

/** Source: REST contract 4.3. */
export type Customer = {
  custid: string;
  role: 'customer' | 'colonel';
  verified: boolean;
  active: boolean;
  created: number;
  updated: number;
  last_login: number | null;
  locale: string | null;
  stripe_customer_id: string | null;
  stripe_subscription_id: string | null;
  stripe_checkout_email: string | null;
  secrets_created: number;
  secrets_burned: number;
  secrets_shared: number;
  emails_sent: number;
  plan: {
    planid: string;
    price: number;
    discount: number;
    options: {
      ttl: number;
      size: number;
      name: string;
      api: boolean;
      email: boolean;
      custom_domains: boolean;
      dark_mode: boolean;
    };
  };
};

/** Whose credentials they are. Source: REST contract 6. */
export type AuthcheckAnswer = { record: Customer; details: { authenticated: true; authorized: true } };

/** Source: REST contract 7. */
export type AccountAnswer = {
  success: true;
  custid: string;
  record: {
    apitoken: null;
    apitoken_set: boolean;
    cust: Customer;
    stripe_customer: null;
    stripe_subscriptions: null;
  };
  details: Record<string, never>;
};

/** Source: REST contract 6. */
export type StatusAnswer = { status: 'nominal'; locale: string };
export type VersionAnswer = { version: string[]; locale: string };

/**
 * What happened, in the JSON format of CloudEvents 1.0. `subject` is the id of the secret or domain it is about, `time` an ISO 8601
 * time, `dataschema` the address of the JSON Schema of `data`. `id` is the same however often the event comes; `sequence` counts the
 * events of the account, in 16 digits. Source: events 9.
 */
export type CloudEvent = {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject?: string | undefined;
  time: string;
  datacontenttype: 'application/json';
  dataschema: string;
  sequence: string;
  partitionkey: string;
  data: Record<string, unknown>;
};

/** Events, oldest first, and the position with which to go on; `has_more` says whether more are there already. Source: events 9. */
export type EventsAnswer = { success: true; events: CloudEvent[]; next: string; has_more: boolean };
