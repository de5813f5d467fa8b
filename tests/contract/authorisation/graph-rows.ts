import { confirmationOf } from '@onceover/schema/confirmation';
import { unknownKey } from '../support/secrets.ts';
import { type Access, type Into, isAllowed, outcomeInside } from './access.ts';
import type { Belongings } from './rest-rows.ts';
import type { Role } from './roles.ts';

/** One root field: who gets in, how it is called, and what the outcome is. */
interface GraphRow {
  readonly access: Access;
  /** What the narrow token gets if others get something else: it may send documents, and has the scope `recent`. */
  readonly narrow?: string;
  readonly query: string | ((things: Belongings) => string);
  readonly into: Into;
}

const refused = '200 NOT_AUTHORIZED';
const unknownEvent = '0198a7c4-5b1c-7d2e-8f3a-4b5c6d7e8f90';
const password = 'password: "a wrong one"';
const anonymous = { access: 'anybody' } as const;
const account = { access: 'signed in', narrow: refused } as const;
const owner = { access: 'session' } as const;
const colonel = { access: 'colonel' } as const;
const plan = (inside: string): Into => ({
  paid: inside,
  'other customer': inside,
  otherwise: '200 DomainPlanRequired',
});
const confirmed = (id: string, field = 'id') => `${field}: "${id}", confirmation: "${confirmationOf(id)}"`;
const input = (fields: string) => `(input: { ${fields} }) { __typename }`;

/** Every root field of the graph, and what services add to each other's types. */
export const graphRows: Readonly<Record<string, GraphRow>> = {
  'Query.viewer': {
    ...anonymous,
    narrow: refused,
    query: 'viewer { __typename }',
    into: visitorsGet('200 null', '200 Customer'),
  },
  'Query.customer': {
    ...colonel,
    query: ({ customerId }) => `customer(id: "${customerId}") { __typename }`,
    into: '200 Customer',
  },
  'Customer.recentSecrets': ofViewer('recentSecrets', 'RecentSecrets'),
  'Customer.recentCounts': ofViewer('recentCounts', 'RecentCounts'),
  'Customer.emails': ofViewer('emails', 'CustomerEmails'),
  'Customer.auditTrail': ofViewer('auditTrail', 'AuditTrail'),
  'Query.plans': { ...anonymous, query: 'plans { __typename }', into: '200 list' },
  'Query.domains': { ...account, query: 'domains { __typename }', into: '200 DomainList' },
  'Query.domain': {
    ...account,
    query: ({ domain }) => `domain(domain: "${domain}") { __typename }`,
    into: { paid: '200 Domain', otherwise: '200 null' },
  },
  'Query.accountStatistics': { ...colonel, query: 'accountStatistics { __typename }', into: '200 AccountStatistics' },
  'Query.customers': { ...colonel, query: 'customers { __typename }', into: '200 CustomerPage' },
  'Query.customDomains': { ...colonel, query: 'customDomains { __typename }', into: '200 CustomDomainPage' },
  'Query.requestLimits': { ...colonel, query: 'requestLimits { __typename }', into: '200 RequestLimits' },
  'Query.colonelPulse': { ...colonel, query: 'colonelPulse { __typename }', into: '200 ColonelPulse' },
  'Query.systemHealth': { ...colonel, query: 'systemHealth { __typename }', into: '200 SystemHealth' },
  'Query.failedEmails': { ...colonel, query: 'failedEmails { __typename }', into: '200 list' },
  'Query.colonelOverview': { ...colonel, query: 'colonelOverview { __typename }', into: '200 ColonelOverview' },
  'Query.auditTrail': { ...colonel, query: 'auditTrail(first: 1) { __typename }', into: '200 RecordedTrail' },
  'Query.auditHistogram': {
    ...colonel,
    query: 'auditHistogram(from: 1, to: 2) { __typename }',
    into: '200 AuditHistogram',
  },
  'Query.auditCover': {
    ...colonel,
    query: 'auditCover(reference: "none", from: 1, to: 2) { __typename }',
    into: '200 list',
  },
  'Query.auditActions': { ...colonel, query: 'auditActions', into: '200 list' },
  'Query.auditChainStatus': { ...colonel, query: 'auditChainStatus { __typename }', into: '200 AuditChainStatus' },
  'Query.secretStatistics': { ...colonel, query: 'secretStatistics { __typename }', into: '200 SecretStatistics' },
  'Query.listedSecrets': { ...colonel, query: 'listedSecrets { __typename }', into: '200 ListedSecretPage' },
  'Query.feedback': { ...colonel, query: 'feedback { __typename }', into: '200 list' },
  'Query.feedbackStatistics': {
    ...colonel,
    query: 'feedbackStatistics { __typename }',
    into: '200 FeedbackStatistics',
  },
  'Query.secret': { ...anonymous, query: `secret(key: "${unknownKey}") { __typename }`, into: '200 null' },
  'Query.metadata': {
    ...anonymous,
    query: ({ handleToLookAt }) => `metadata(key: "${handleToLookAt}") { __typename }`,
    into: { customer: '200 Metadata', otherwise: '200 null' },
  },
  'Metadata.deliveries': {
    ...anonymous,
    query: ({ handleToLookAt }) => `metadata(key: "${handleToLookAt}") { deliveries { __typename } }`,
    into: { customer: '200 list', otherwise: '200 null' },
  },
  'Query.recentSecrets': { access: 'signed in', query: 'recentSecrets { __typename }', into: '200 RecentSecrets' },
  'Query.activity': { access: 'signed in', query: 'activity { __typename }', into: '200 ActivityPage' },
  'SecretActivity.secret': {
    access: 'signed in',
    query: 'activity { items { secret { __typename } } __typename }',
    into: '200 ActivityPage',
  },
  'SecretActivity.incoming': {
    access: 'signed in',
    query: 'activity { items { incoming { __typename } } __typename }',
    into: '200 ActivityPage',
  },
  'Query.events': { ...account, query: 'events { __typename }', into: '200 EventsPage' },
  'Query.webhooks': { ...account, query: 'webhooks { __typename }', into: '200 Webhooks' },
  'Query.webhook': { ...account, query: `webhook(id: "${unknownEvent}") { __typename }`, into: '200 null' },
  'Query.incomingSecrets': { ...account, query: 'incomingSecrets { __typename }', into: '200 IncomingSecrets' },
  'Mutation.concealSecret': {
    ...anonymous,
    narrow: refused,
    query: `concealSecret${input('secret: ""')}`,
    into: '200 EmptySecret',
  },
  'Mutation.revealSecret': {
    ...anonymous,
    query: `revealSecret${input(`key: "${unknownKey}", continue: true`)}`,
    into: '200 SecretGone',
  },
  'Mutation.acknowledgeSecret': {
    ...anonymous,
    query: `acknowledgeSecret${input(`key: "${unknownKey}", idempotencyKey: "${unknownKey}"`)}`,
    into: '200 Acknowledgement',
  },
  'Mutation.showGeneratedValue': {
    ...anonymous,
    query: `showGeneratedValue${input(`key: "${unknownKey}"`)}`,
    into: '200 GeneratedValue',
  },
  'Mutation.burnSecret': {
    ...anonymous,
    query: ({ handleToLookAt }) => `burnSecret${input(`key: "${handleToLookAt}", continue: false`)}`,
    into: '200 NotConfirmed',
  },
  'Mutation.labelSecret': {
    access: 'signed in',
    narrow: refused,
    query: ({ handleToLookAt }) => `labelSecret${input(`key: "${handleToLookAt}", label: "mine"`)}`,
    into: { customer: '200 LabeledSecret', otherwise: '200 SecretGone' },
  },
  'Mutation.submitIncoming': {
    ...anonymous,
    narrow: refused,
    query: `submitIncoming${input('secret: "", ticketNumber: ""')}`,
    into: '200 NothingToSubmit',
  },
  'Mutation.updateLocale': {
    ...account,
    query: `updateLocale${input('locale: "tlh"')}`,
    into: '200 UnsupportedLocale',
  },
  'Mutation.endSession': { ...owner, query: `endSession${input(`id: "${unknownKey}"`)}`, into: '200 SessionsEnded' },
  'Mutation.endOtherSessions': { ...owner, query: 'endOtherSessions { __typename }', into: '200 SessionsEnded' },
  'Mutation.createApiToken': {
    ...account,
    query: `createApiToken${input('name: "", scopes: [], expiresInDays: 1')}`,
    into: '200 InvalidTokenName',
  },
  'Mutation.replaceApiToken': { ...account, query: 'replaceApiToken { __typename }', into: '200 CreatedApiToken' },
  'Mutation.revokeApiToken': {
    ...account,
    query: `revokeApiToken${input(`id: "${unknownKey}"`)}`,
    into: '200 ApiTokenRevoked',
  },
  'Mutation.deleteAccount': { ...owner, query: `deleteAccount${input('password: ""')}`, into: '200 PasswordRequired' },
  'Mutation.addDomain': { ...account, query: `addDomain${input('domain: ""')}`, into: plan('200 EmptyDomain') },
  'Mutation.verifyDomain': {
    ...account,
    query: ({ domain }) => `verifyDomain${input(`domain: "${domain}"`)}`,
    into: { ...(plan('200 UnknownDomain') as Exclude<Into, string>), paid: '200 DomainChecked' },
  },
  'Mutation.removeDomain': {
    ...account,
    query: `removeDomain${input('domain: "nobody.example.com"')}`,
    into: plan('200 UnknownDomain'),
  },
  'Mutation.beginTwoStep': { ...owner, query: `beginTwoStep${input(password)}`, into: '200 WrongPassword' },
  'Mutation.beginPasskey': { ...owner, query: `beginPasskey${input(password)}`, into: '200 WrongPassword' },
  'Mutation.addPasskey': { ...owner, query: `addPasskey${input('name: "n", answer: "{}"')}`, into: '200 BadPasskey' },
  'Mutation.renamePasskey': {
    ...owner,
    query: `renamePasskey${input(`id: "${unknownEvent}", name: "n"`)}`,
    into: '200 PasskeyRenamed',
  },
  'Mutation.removePasskey': {
    ...owner,
    query: `removePasskey${input(`id: "${unknownEvent}", proof: { ${password} }`)}`,
    into: '200 PasskeyRemoved',
  },
  'Mutation.enableTwoStep': { ...owner, query: `enableTwoStep${input('code: "123456"')}`, into: '200 TwoStepNotBegun' },
  'Mutation.disableTwoStep': {
    ...owner,
    query: `disableTwoStep${input(`${password}, code: "123456"`)}`,
    into: { colonel: '200 WrongPassword', otherwise: '200 TwoStepNotBegun' },
  },
  'Mutation.confirmIdentity': {
    ...colonel,
    query: `confirmIdentity${input(`${password}, code: "123456"`)}`,
    into: '200 WrongPassword',
  },
  'Mutation.lookUpCustomer': {
    ...colonel,
    query: `lookUpCustomer${input('custid: "nobody@example.com"')}`,
    into: '200 CustomerLookUp',
  },
  'Mutation.changeCustomerPlan': {
    ...colonel,
    query: `changeCustomerPlan${input(`${confirmed(unknownKey)}, plan: "basic", reason: BILLING`)}`,
    into: '200 UnknownCustomer',
  },
  'Mutation.endCustomerSessions': {
    ...colonel,
    query: `endCustomerSessions${input(`${confirmed(unknownKey)}, reason: SECURITY`)}`,
    into: '200 UnknownCustomer',
  },
  'Mutation.settleEvent': {
    ...colonel,
    query: `settleEvent${input(`service: SECRETS, consumer: "secrets.plan-limits@1", ${confirmed(unknownEvent, 'eventId')}, action: RETRY, reason: MAINTENANCE`)}`,
    into: '200 EventNotSettled',
  },
  'Mutation.liftLimit': {
    ...colonel,
    query: `liftLimit${input(`${confirmed(unknownEvent)}, reason: OWNER_ASKED`)}`,
    into: '200 NotLimited',
  },
  'Mutation.removeCustomDomain': {
    ...colonel,
    query: `removeCustomDomain${input(`${confirmed('0123456789abcdef0123')}, reason: ABUSE`)}`,
    into: '200 UnknownDomain',
  },
  'Mutation.addWebhook': {
    ...account,
    query: `addWebhook${input('url: "nowhere"')}`,
    into: '200 InvalidWebhookAddress',
  },
  'Mutation.changeWebhook': {
    ...account,
    query: `changeWebhook${input(`id: "${unknownEvent}"`)}`,
    into: '200 UnknownWebhook',
  },
  'Mutation.pauseWebhook': ofWebhook('pauseWebhook'),
  'Mutation.resumeWebhook': ofWebhook('resumeWebhook'),
  'Mutation.removeWebhook': ofWebhook('removeWebhook'),
  'Mutation.replaceWebhookSecret': ofWebhook('replaceWebhookSecret'),
  'Mutation.testWebhook': ofWebhook('testWebhook'),
  'Mutation.redeliverWebhook': ofWebhook('redeliverWebhook', `, deliveryId: "${unknownEvent}"`),
  'Mutation.replayWebhook': ofWebhook('replayWebhook'),
  'Mutation.settleEmail': {
    ...colonel,
    query: `settleEmail${input(`${confirmed(unknownEvent, 'deliveryId')}, action: SEND_AGAIN, reason: MAINTENANCE`)}`,
    into: '200 EmailNotSettled',
  },
  'Mutation.removeCustomerTwoStep': {
    ...colonel,
    query: `removeCustomerTwoStep${input(`${confirmed(unknownKey)}, reason: SECURITY`)}`,
    into: '200 UnknownCustomer',
  },
  'Mutation.disableCustomer': {
    ...colonel,
    query: `disableCustomer${input(`${confirmed(unknownKey)}, reason: ABUSE`)}`,
    into: '200 UnknownCustomer',
  },
  'Mutation.enableCustomer': {
    ...colonel,
    query: `enableCustomer${input(`${confirmed(unknownKey)}, reason: ABUSE`)}`,
    into: '200 UnknownCustomer',
  },
  'Mutation.burnListedSecrets': {
    ...colonel,
    query: `burnListedSecrets${input(`${confirmed(unknownEvent, 'ids')}, reason: ABUSE`)}`,
    into: '200 ListedSecretsBurned',
  },
  'Mutation.renewRecoveryCodes': {
    ...owner,
    query: `renewRecoveryCodes${input('code: "123456"')}`,
    into: { colonel: '200 WrongCode', otherwise: '200 TwoStepNotBegun' },
  },
};

/** The expected outcome of a role's document. Credentials are checked before the field. */
export function expectedGraph(role: Role, row: GraphRow): string {
  if (role === 'revoked session') return '401 NOT_AUTHORIZED';
  if (role === 'token') return '403 NOT_AUTHORIZED'; // no token for `/api/v2` may send documents of its own
  if (role === 'narrow token' && row.narrow !== undefined) return row.narrow;
  return isAllowed(role, row.access) ? outcomeInside(role, row.into) : refused;
}

function visitorsGet(forVisitors: string, otherwise: string): Into {
  return { visitor: forVisitors, unverified: forVisitors, otherwise };
}

/** What is done to a webhook, of one that there is not. */
function ofWebhook(field: string, more = ''): GraphRow {
  const query = `${field}(id: "${unknownEvent}"${more}) { __typename }`;
  return { access: 'signed in', narrow: refused, query, into: '200 UnknownWebhook' };
}

/** What services other than accounts know about the customer who asks. */
function ofViewer(field: string, type: string): GraphRow {
  return {
    access: 'anybody',
    narrow: refused,
    query: `viewer { ${field} { __typename } }`,
    into: visitorsGet('200 null', `200 ${type}`),
  };
}
