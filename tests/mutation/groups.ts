/** Sources that one promise hangs on, and the tests that ought to notice every change of them. */
export interface MutationGroup {
  readonly title: string;
  /** Patterns; test files among them are left out. */
  readonly sources: readonly string[];
  /** Quick ones first; see `orderOf`. */
  readonly tests: readonly string[];
  /** Names of tests that are left out: they take seconds to try thousands of values. */
  readonly without?: readonly string[];
  /** Some tests need databases or Redis. */
  readonly isIntegration?: true;
  /** Some tests start programs of their own: what these reach nobody hears, so that every test is run for every mutant. */
  readonly startsPrograms?: true;
}

const sealing = 'services/secrets/src/adapters/crypto';
const claiming = 'services/secrets/src';
const limits = 'services/gateway/src/limits';
const trail = 'services/audit/src/use-cases/trail';

const claimTests = [
  `${claiming}/domain/secret/{passphrase-attempts,secret,secret.prop}.test.ts`,
  `${claiming}/use-cases/{reveal/reveal-secret,burn/burn-secret,kill-points}.int.test.ts`,
  `${claiming}/use-cases/reveal/*.test.ts`,
  `${claiming}/use-cases/{conceal/conceal-verification,outages,owned-secrets}.int.test.ts`,
];

export const groups = {
  crypto: {
    title: 'Cryptography',
    sources: [
      `${sealing}/sealing/*.ts`,
      `${sealing}/keys/{coalesced,epoch-canary,key-ring,numbered-keys,server-keys}.ts`,
      'packages/service-kit/src/{crypto,sealed-box}.ts',
    ],
    tests: [
      `${sealing}/{sealing,keys}/!(*.prop|*.int).test.ts`,
      'packages/service-kit/src/{crypto,crypto.prop,sealed-box}.test.ts',
    ],
    without: [
      'of 300,000 keys no two are alike',
      'have every character equally often (χ² below 66.6 at 35 degrees of freedom, 99.9 %)',
    ],
  },
  claim: {
    title: 'Burning, guesses, and what is decided of a secret',
    sources: [
      `${claiming}/domain/secret/{burn-secret,expire-secret,passphrase-attempts,refused-openings,reveal-secret,secret}.ts`,
      `${claiming}/use-cases/reveal/passphrase-attempts.ts`,
      `${claiming}/use-cases/burn/burn-secret.ts`,
    ],
    tests: claimTests,
    isIntegration: true,
  },
  reveal: {
    title: 'Opening',
    sources: [`${claiming}/use-cases/reveal/{claim-secret,redelivery,refused-openings,reveal-secret}.ts`],
    tests: claimTests,
    isIntegration: true,
  },
  'form-token': {
    title: 'Form tokens',
    sources: ['services/gateway/src/form-token/*.ts'],
    tests: ['services/gateway/src/form-token/*.test.ts'],
  },
  limits: {
    title: 'Limits',
    sources: [`${limits}/{held-back,limit-table,request-limits,socket-places}.ts`],
    tests: [
      `${limits}/{limit-table,request-limits}.test.ts`,
      `${limits}/{request-limits,socket-places}.contract.int.test.ts`,
    ],
    isIntegration: true,
  },
  redaction: {
    title: 'Redaction of logs',
    sources: ['packages/service-kit/src/logging.ts', 'schema/never-logged.ts'],
    tests: [
      'packages/service-kit/src/logging.test.ts',
      'schema/never-logged.test.ts',
      'infra/embedded/src/logger.test.ts',
    ],
    startsPrograms: true,
  },
  'audit-chain': {
    title: 'Audit chain',
    sources: [
      `${trail}/audit-chain.ts`,
      `${trail}/verify/chains.ts`,
      'packages/event-store/src/covering/merkle-root.ts',
    ],
    tests: ['packages/event-store/src/covering/merkle-root.test.ts', `${trail}/{audit-chain,verify/chains}.test.ts`],
  },
  signatures: {
    title: 'Signatures',
    sources: [
      'services/notifications/src/use-cases/webhook/signature.ts',
      'packages/client/src/webhooks.ts',
      'packages/service-http/src/{signature,replay-window}.ts',
    ],
    tests: [
      'services/notifications/src/use-cases/webhook/signature.test.ts',
      'packages/client/src/webhooks.test.ts',
      'packages/service-http/src/{signature,replay-window}.test.ts',
    ],
  },
} as const satisfies Record<string, MutationGroup>;

export type GroupName = keyof typeof groups;

export const groupNames = Object.keys(groups) as GroupName[];
