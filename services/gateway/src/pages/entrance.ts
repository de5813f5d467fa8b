import { isColonel, isColonelWithoutSecondStep } from '@onceover/schema/caller';
import { twoStepSetUp } from '@onceover/schema/web/redirect';
import type { Features } from '../features.ts';
import type { Identity } from '../session/identity.ts';

/** What a visit to a page leads to: the page, the 404 page, or a redirect to another page. */
export type Entrance = 'page' | 'not-found' | { readonly goTo: string };

interface Visit {
  readonly identity: Identity;
  readonly features: Features;
}

const when = (isThere: boolean): Entrance => (isThere ? 'page' : 'not-found');

/** Pages of customers; a visitor is asked to sign in by the page itself. */
const forCustomers = ({ features }: Visit) => when(features.signIn);
const forDomainOwners = ({ features }: Visit) => when(features.signIn && features.domains);

/** For customers there is no such page; colonels who lack the second step are sent to where they can set it up. */
const forColonels = ({ identity, features }: Visit): Entrance => {
  if (!features.signIn || identity.kind !== 'customer') return when(features.signIn);
  if (isColonelWithoutSecondStep(identity.caller)) return { goTo: twoStepSetUp };
  return when(isColonel(identity.caller));
};

const policy = ({ features }: Visit) => when(features.policies !== 'off');

/** Where the original's addresses of plans lead: to the plan, or to signing up with it. Source: web 4, 15. */
const plan =
  (signUpPath: string | null, section: string) =>
  ({ identity, features }: Visit): Entrance => {
    if (!features.signUp) return 'not-found';
    return { goTo: signUpPath !== null && identity.kind !== 'customer' ? signUpPath : `/pricing#${section}` };
  };

/** Addresses that lead elsewhere and have no page of their own. */
export const redirects: Readonly<Record<string, (visit: Visit) => Entrance>> = {
  '/plans/identity': plan('/signup/identity', 'identity'),
  '/plans/dedicated': plan(null, 'dedicated'),
};

/** Pages that are not for everyone, or not always available. Pages that require sign-in guard themselves in the browser. */
const entrances: Readonly<Record<string, (visit: Visit) => Entrance>> = {
  '/': ({ identity }) => (identity.kind === 'customer' ? { goTo: '/dashboard' } : 'page'),
  '/signin': ({ identity, features }) => (identity.kind === 'customer' ? { goTo: '/' } : when(features.signIn)),
  '/signup': ({ features }) => when(features.signUp),
  '/signup/resend': ({ features }) => when(features.signUp),
  '/signup/:planCode': ({ features }) => when(features.signUp),
  '/forgot': ({ features }) => when(features.signIn),
  '/forgot/:resetKey': ({ features }) => when(features.signIn),
  '/secret/:secretKey/password': ({ features }) => when(features.signIn),
  '/incoming': ({ features }) => when(features.incomingRecipient !== undefined),
  '/pricing': ({ features }) => when(features.signUp),
  '/info/privacy': policy,
  '/info/terms': policy,
  '/info/security': policy,
  '/dashboard': forCustomers,
  '/recent': forCustomers,
  '/dashboard/desk': ({ features }) => when(features.signIn && features.incomingRecipient !== undefined),
  '/account': forCustomers,
  '/account/security': forCustomers,
  '/account/programs': forCustomers,
  '/account/data': forCustomers,
  '/account/domains': forDomainOwners,
  '/account/domains/add': forDomainOwners,
  '/account/domains/:domain/verify': forDomainOwners,
  '/account/webhooks/:webhookId': forCustomers,
  '/colonel': forColonels,
  '/colonel/secrets': forColonels,
  '/colonel/customers': forColonels,
  '/colonel/domains': forColonels,
  '/colonel/feedback': forColonels,
  '/colonel/limits': forColonels,
  '/colonel/webhooks': forColonels,
  '/colonel/webhooks/:webhookId': forColonels,
  '/colonel/system': forColonels,
  '/colonel/customers/:customerId': forColonels,
  '/colonel/audit': forColonels,
  ...redirects,
};

/** Where a visit to a page's pattern leads. Source: specification 2; security 5.9. */
export function entranceOf(pattern: string, visit: Visit): Entrance {
  return entrances[pattern]?.(visit) ?? 'page';
}

/** Pages that no search engine may list, besides those with a key in their path. Source: security 6.1. */
export function isUnlisted(pattern: string): boolean {
  return /^\/(?:secret|private|forgot|account|dashboard|recent|logout|colonel)(?:\/|$)/.test(pattern);
}
