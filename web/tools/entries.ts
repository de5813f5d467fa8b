import type { PageName } from '../src/app/route-table.ts';

/** Manifest ids of the built entries. `page` is what the entry loads immediately, although dynamically. */
export const entries = {
  app: { script: 'src/entries/app.tsx', page: [] },
  secret: { script: 'src/entries/secret.ts', page: ['src/entries/secret-page.tsx'] },
} as const;

/** Pages of the app with a file of their own: the browser is told to preload them. */
export const lazyPages = {
  dashboard: 'src/routes/dashboard.route.tsx',
  recent: 'src/routes/recent.route.tsx',
  desk: 'src/routes/desk.route.tsx',
  incoming: 'src/routes/incoming.route.tsx',
  privacy: 'src/routes/policy.route.tsx',
  terms: 'src/routes/policy.route.tsx',
  security: 'src/routes/policy.route.tsx',
  translations: 'src/routes/translations.route.tsx',
  feedback: 'src/routes/feedback.route.tsx',
  account: 'src/routes/account.route.tsx',
  domains: 'src/routes/domains.route.tsx',
  addDomain: 'src/routes/add-domain.route.tsx',
  verifyDomain: 'src/routes/verify-domain.route.tsx',
  pricing: 'src/routes/pricing.route.tsx',
  signIn: 'src/routes/sign-in.route.tsx',
  signUp: 'src/routes/sign-up.route.tsx',
  resendVerification: 'src/routes/resend-verification.route.tsx',
  forgot: 'src/routes/forgot.route.tsx',
  resetPassword: 'src/routes/reset-password.route.tsx',
  choosePassword: 'src/routes/choose-password.route.tsx',
  signOut: 'src/routes/sign-out.route.tsx',
  colonel: 'src/routes/colonel.route.tsx',
  colonelCustomers: 'src/routes/colonel-customers.route.tsx',
  colonelDomains: 'src/routes/colonel-domains.route.tsx',
  colonelFeedback: 'src/routes/colonel-feedback.route.tsx',
  colonelLimits: 'src/routes/colonel-limits.route.tsx',
  colonelSystem: 'src/routes/colonel-system.route.tsx',
  colonelAudit: 'src/routes/colonel-audit.route.tsx',
  colonelCustomer: 'src/routes/colonel-customer.route.tsx',
} as const satisfies Partial<Record<PageName, string>>;

/** What every page of the administration loads with it. */
export const colonelFrame = ['src/routes/colonel-frame.tsx'] as const;

export const themeScript = 'src/entries/theme.ts';
export const stylesheet = 'src/styles/main.css';

export const bundleId = (code: string, bundle: 'core' | 'public' | 'app' | 'colonel' | 'shell'): string =>
  `src/i18n/locales/${code}/${bundle}.json`;
