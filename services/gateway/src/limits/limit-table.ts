/** One window of a limit: so many actions, or points of what they cost, in so many seconds. */
export interface LimitWindow {
  readonly actions: number;
  readonly seconds: number;
}

/** Whose actions are counted: everyone's in a network, only its visitors', an account's (or API token's), a session's. */
export interface Limit {
  readonly network?: readonly LimitWindow[];
  readonly visitors?: readonly LimitWindow[];
  readonly account?: readonly LimitWindow[];
  readonly session?: readonly LimitWindow[];
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const within = (actions: number, seconds: number): readonly LimitWindow[] => [{ actions, seconds }];

/**
 * How often each thing can be done. Wrong passwords, codes, tokens and passphrases are counted where they are checked, in
 * the database.
 *
 * Source  REST contract 1.7; security 5.8
 */
export const limitTable = {
  conceal: {
    visitors: [...within(300, 10 * MINUTE), ...within(3000, DAY)],
    account: within(600, 10 * MINUTE),
  },
  /** What visitors create on the site without a captcha; programs of theirs have the limit above alone. */
  concealUnproven: { visitors: within(100, 10 * MINUTE) },
  look: { network: within(600, MINUTE) },
  reveal: { network: within(600, 10 * MINUTE) },
  burn: { network: within(300, 10 * MINUTE) },
  label: { account: within(300, 10 * MINUTE) },
  session: { network: within(60, MINUTE), session: within(30, MINUTE) },
  captcha: { network: within(60, MINUTE) },
  signIn: { network: within(50, 15 * MINUTE) },
  /** Challenges for passkeys; each waits five minutes for its answer. */
  passkey: { network: within(60, MINUTE) },
  /** Passkeys that a browser has made: of each that was begun, within `account`, the answer still has room. */
  addPasskey: { account: within(30, 20 * MINUTE) },
  signUp: { network: within(10, HOUR) },
  reset: { network: within(10, HOUR) },
  resend: { network: within(10, HOUR) },
  incoming: { network: within(10, HOUR) },
  /** What visitors send to the support desk without a captcha. */
  incomingUnproven: { visitors: within(3, HOUR) },
  feedback: { network: within(10, 20 * MINUTE) },
  /** Changes to an account, such as a new API token or password. */
  account: { account: within(10, 20 * MINUTE) },
  destroy: { account: within(2, 20 * MINUTE) },
  /** Files of the audit trail. */
  export: { account: within(30, HOUR) },
  /** Bounce reports; a mail server may have many at once. */
  bounces: { network: within(300, 10 * MINUTE) },
  domainChange: { account: within(30, 20 * MINUTE) },
  domainLook: { account: within(100, 20 * MINUTE) },
  domainVerify: { account: within(30, HOUR) },
  token: { account: within(600, MINUTE) },
  /** Questions of programs for events; each may wait half a minute. */
  events: { account: within(120, MINUTE) },
  /** In points: one for each request, and what its document costs beyond that. */
  graphql: { visitors: within(300, MINUTE), account: within(2000, MINUTE) },
  /** Requests for any host but the site's. */
  customHost: { network: within(3000, MINUTE) },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limitTable;

/**
 * Which limit a verb counts against, by the name of its field in the graph (with its type, below the top) or of its internal
 * call: the same on `/api/v2` and in the graph. A verb that is not here has no limit of its own.
 */
export const limitOf = {
  concealSecret: 'conceal',
  secret: 'look',
  revealSecret: 'reveal',
  acknowledgeSecret: 'look',
  metadata: 'look',
  showGeneratedValue: 'look',
  burnSecret: 'burn',
  labelSecret: 'label',
  recentSecrets: 'look',
  events: 'events',
  incomingSecrets: 'look',
  activity: 'look',
  submitIncoming: 'incoming',
  submitFeedback: 'feedback',
  signIn: 'signIn',
  confirmSecondStep: 'signIn',
  beginPasskeySignIn: 'passkey',
  signInByPasskey: 'signIn',
  signUp: 'signUp',
  resendVerification: 'resend',
  requestPasswordReset: 'reset',
  resetPassword: 'reset',
  choosePassword: 'reset',
  changePassword: 'account',
  updateLocale: 'session',
  createApiToken: 'account',
  replaceApiToken: 'account',
  revokeApiToken: 'account',
  beginTwoStep: 'account',
  enableTwoStep: 'account',
  disableTwoStep: 'account',
  renewRecoveryCodes: 'account',
  beginPasskey: 'account',
  addPasskey: 'addPasskey',
  renamePasskey: 'account',
  removePasskey: 'account',
  deleteAccount: 'destroy',
  confirmIdentity: 'account',
  lookUpCustomer: 'account',
  changeCustomerPlan: 'account',
  endCustomerSessions: 'account',
  removeCustomerTwoStep: 'account',
  disableCustomer: 'account',
  enableCustomer: 'account',
  listedSecrets: 'look',
  burnListedSecrets: 'account',
  customDomains: 'look',
  removeCustomDomain: 'account',
  requestLimits: 'look',
  liftLimit: 'account',
  domains: 'domainLook',
  domain: 'domainLook',
  addDomain: 'domainChange',
  removeDomain: 'domainChange',
  verifyDomain: 'domainVerify',
  'Customer.recentSecrets': 'look',
  'Customer.recentCounts': 'look',
  'Customer.emails': 'look',
  'Customer.auditTrail': 'look',
  auditTrail: 'look',
  auditHistogram: 'look',
  auditCover: 'look',
  auditChainStatus: 'look',
} as const satisfies Readonly<Record<string, LimitName>>;
