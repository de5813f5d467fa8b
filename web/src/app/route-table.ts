/** A page of the web app, as the build describes it to the gateway and as the router mounts it. */
export interface RouteRow {
  /** Path pattern, the same syntax in the gateway and in the router. */
  readonly pattern: string;
  readonly entry: 'app' | 'secret';
  /** Key of its title and heading in the `core` bundle, under `pages`. */
  readonly page: string;
  /** The path holds a key: the page is never indexed, and its data is the same for every key and viewer. */
  readonly isPrivate: boolean;
}

export const routeTable = [
  { pattern: '/', entry: 'app', page: 'home', isPrivate: false },
  { pattern: '/secret/:secretKey', entry: 'secret', page: 'secret', isPrivate: true },
  { pattern: '/private/:metadataKey', entry: 'app', page: 'metadata', isPrivate: true },
  { pattern: '/private/:metadataKey/burn', entry: 'app', page: 'burn', isPrivate: true },
  { pattern: '/about', entry: 'app', page: 'about', isPrivate: false },
  { pattern: '/translations', entry: 'app', page: 'translations', isPrivate: false },
  { pattern: '/info/privacy', entry: 'app', page: 'privacy', isPrivate: false },
  { pattern: '/info/terms', entry: 'app', page: 'terms', isPrivate: false },
  { pattern: '/info/security', entry: 'app', page: 'security', isPrivate: false },
  { pattern: '/dashboard', entry: 'app', page: 'dashboard', isPrivate: false },
  { pattern: '/recent', entry: 'app', page: 'recent', isPrivate: false },
  { pattern: '/dashboard/desk', entry: 'app', page: 'desk', isPrivate: false },
  { pattern: '/incoming', entry: 'app', page: 'incoming', isPrivate: false },
  { pattern: '/feedback', entry: 'app', page: 'feedback', isPrivate: false },
  { pattern: '/account', entry: 'app', page: 'account', isPrivate: false },
  { pattern: '/account/security', entry: 'app', page: 'accountSecurity', isPrivate: false },
  { pattern: '/account/programs', entry: 'app', page: 'accountPrograms', isPrivate: false },
  { pattern: '/account/data', entry: 'app', page: 'accountData', isPrivate: false },
  { pattern: '/account/domains', entry: 'app', page: 'domains', isPrivate: false },
  { pattern: '/account/domains/add', entry: 'app', page: 'addDomain', isPrivate: false },
  { pattern: '/account/domains/:domain/verify', entry: 'app', page: 'verifyDomain', isPrivate: false },
  { pattern: '/account/webhooks/:webhookId', entry: 'app', page: 'webhook', isPrivate: false },
  { pattern: '/pricing', entry: 'app', page: 'pricing', isPrivate: false },
  { pattern: '/signin', entry: 'app', page: 'signIn', isPrivate: false },
  { pattern: '/signup', entry: 'app', page: 'signUp', isPrivate: false },
  { pattern: '/signup/resend', entry: 'app', page: 'resendVerification', isPrivate: false },
  { pattern: '/signup/:planCode', entry: 'app', page: 'signUp', isPrivate: false },
  { pattern: '/forgot', entry: 'app', page: 'forgot', isPrivate: false },
  { pattern: '/forgot/:resetKey', entry: 'app', page: 'resetPassword', isPrivate: true },
  { pattern: '/secret/:secretKey/password', entry: 'app', page: 'choosePassword', isPrivate: true },
  { pattern: '/logout', entry: 'app', page: 'signOut', isPrivate: false },
  { pattern: '/colonel', entry: 'app', page: 'colonel', isPrivate: false },
  { pattern: '/colonel/secrets', entry: 'app', page: 'colonelSecrets', isPrivate: false },
  { pattern: '/colonel/customers/:customerId', entry: 'app', page: 'colonelCustomer', isPrivate: false },
  { pattern: '/colonel/customers', entry: 'app', page: 'colonelCustomers', isPrivate: false },
  { pattern: '/colonel/domains', entry: 'app', page: 'colonelDomains', isPrivate: false },
  { pattern: '/colonel/feedback', entry: 'app', page: 'colonelFeedback', isPrivate: false },
  { pattern: '/colonel/limits', entry: 'app', page: 'colonelLimits', isPrivate: false },
  { pattern: '/colonel/webhooks', entry: 'app', page: 'colonelWebhooks', isPrivate: false },
  { pattern: '/colonel/webhooks/:webhookId', entry: 'app', page: 'colonelWebhook', isPrivate: false },
  { pattern: '/colonel/system', entry: 'app', page: 'colonelSystem', isPrivate: false },
  { pattern: '/colonel/audit', entry: 'app', page: 'colonelAudit', isPrivate: false },
] as const satisfies readonly RouteRow[];

export type PageName = (typeof routeTable)[number]['page'] | 'notFound';

/** The full document title of a page; only the 404 page leaves out the product's name. */
export function documentTitle(page: PageName, title: string): string {
  return page === 'notFound' ? title : `${title} · Onceover`;
}
