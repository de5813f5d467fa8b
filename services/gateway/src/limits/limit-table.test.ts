import { expect, test } from 'vitest';
import { type Limit, limitOf, limitTable } from './limit-table.ts';

const readable = ({ network, visitors, account, session }: Limit) =>
  Object.entries({ network, visitors, account, session })
    .flatMap(([kind, windows]) => (windows ?? []).map(({ actions, seconds }) => `${kind} ${actions}/${seconds}s`))
    .join(', ');

// The numbers of the specification: whoever changes one changes what is promised.
test.each([
  ['conceal', 'visitors 300/600s, visitors 3000/86400s, account 600/600s'],
  ['concealUnproven', 'visitors 100/600s'],
  ['look', 'network 600/60s'],
  ['reveal', 'network 600/600s'],
  ['burn', 'network 300/600s'],
  ['label', 'account 300/600s'],
  ['session', 'network 60/60s, session 30/60s'],
  ['captcha', 'network 60/60s'],
  ['signIn', 'network 50/900s'],
  ['passkey', 'network 60/60s'],
  ['addPasskey', 'account 30/1200s'],
  ['signUp', 'network 10/3600s'],
  ['reset', 'network 10/3600s'],
  ['resend', 'network 10/3600s'],
  ['incoming', 'network 10/3600s'],
  ['incomingUnproven', 'visitors 3/3600s'],
  ['feedback', 'network 10/1200s'],
  ['account', 'account 10/1200s'],
  ['destroy', 'account 2/1200s'],
  ['export', 'account 30/3600s'],
  ['bounces', 'network 300/600s'],
  ['domainChange', 'account 30/1200s'],
  ['domainLook', 'account 100/1200s'],
  ['domainVerify', 'account 30/3600s'],
  ['token', 'account 600/60s'],
  ['events', 'account 120/60s'],
  ['graphql', 'visitors 300/60s, account 2000/60s'],
  ['customHost', 'network 3000/60s'],
] as const)('%s: %s', (name, limits) => expect(readable(limitTable[name])).toBe(limits));

test('every limit stands above', () => expect(Object.keys(limitTable)).toHaveLength(28));

test.each([
  ['conceal', 'concealSecret'],
  ['reveal', 'revealSecret'],
  ['burn', 'burnSecret'],
  ['label', 'labelSecret'],
  ['events', 'events'],
  ['incoming', 'submitIncoming'],
  ['feedback', 'submitFeedback'],
  ['signIn', 'signIn confirmSecondStep signInByPasskey'],
  ['passkey', 'beginPasskeySignIn'],
  ['addPasskey', 'addPasskey'],
  ['signUp', 'signUp'],
  ['resend', 'resendVerification'],
  ['reset', 'requestPasswordReset resetPassword choosePassword'],
  ['session', 'updateLocale'],
  ['destroy', 'deleteAccount'],
  ['domainLook', 'domains domain'],
  ['domainChange', 'addDomain removeDomain'],
  ['domainVerify', 'verifyDomain'],
  [
    'look',
    'secret acknowledgeSecret metadata showGeneratedValue recentSecrets incomingSecrets activity listedSecrets customDomains ' +
      'requestLimits Customer.recentSecrets Customer.recentCounts Customer.emails Customer.auditTrail auditTrail auditHistogram ' +
      'auditCover auditChainStatus',
  ],
  [
    'account',
    'changePassword createApiToken replaceApiToken revokeApiToken beginTwoStep enableTwoStep disableTwoStep ' +
      'renewRecoveryCodes beginPasskey renamePasskey removePasskey confirmIdentity lookUpCustomer changeCustomerPlan ' +
      'endCustomerSessions removeCustomerTwoStep disableCustomer enableCustomer burnListedSecrets removeCustomDomain liftLimit',
  ],
])('against %s count: %s', (limit, verbs) => {
  const counted = Object.entries(limitOf).filter(([, name]) => name === limit);
  expect(counted.map(([verb]) => verb).join(' ')).toBe(verbs);
});

test('no verb counts against a limit that is not there', () => {
  for (const name of Object.values(limitOf)) expect(limitTable).toHaveProperty(name);
});
