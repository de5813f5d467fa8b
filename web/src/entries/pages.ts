import { twoStepSetUp } from '@onceover/schema/web/redirect';
import type { ComponentType } from 'react';
import { type LoaderFunctionArgs, type RouteObject, redirect, redirectDocument } from 'react-router';
import type { PageName } from '../app/route-table.ts';
import type { BundleName } from '../i18n/bundles.ts';
import { requireTexts } from '../i18n/change-locale.ts';
import { AboutPage } from '../routes/about.route.tsx';
import { BurnRoute } from '../routes/burn.route.tsx';
import { HomePage } from '../routes/home.route.tsx';
import { loadMetadata, MetadataRoute } from '../routes/metadata.route.tsx';
import { NotFoundPage } from '../routes/not-found.route.tsx';
import { isSignedIn } from '../session/auth-state.ts';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';

/** Every page that the router mounts; the secret page is an entry of its own. */
export type AppPage = Exclude<PageName, 'secret' | 'notFound'>;

type PageRoute = Pick<RouteObject, 'Component' | 'loader' | 'lazy'>;

const canSignIn = () => pageData().authentication.signin;
const canSignUp = () => pageData().authentication.signup;

/** For people without a session. Where the site is closed to them, there is no such page. */
const visitorPages = {
  pricing: {
    lazy: lazyPage(['public', 'app'], async () =>
      pageData().plansEnabled ? (await import('../routes/pricing.route.tsx')).PricingPage : NotFoundPage,
    ),
  },
  signIn: {
    loader: () => forVisitors(paths.home),
    ...publicPage(async () => (await import('../routes/sign-in.route.tsx')).SignInPage, canSignIn),
  },
  signUp: {
    loader: () => forVisitors(paths.home),
    ...publicPage(async () => (await import('../routes/sign-up.route.tsx')).SignUpPage, canSignUp),
  },
  resendVerification: publicPage(
    async () => (await import('../routes/resend-verification.route.tsx')).ResendVerificationPage,
    canSignUp,
  ),
  forgot: publicPage(async () => (await import('../routes/forgot.route.tsx')).ForgotPage, canSignIn),
  choosePassword: publicPage(async () => (await import('../routes/choose-password.route.tsx')).ChoosePasswordPage),
  resetPassword: publicPage(async () => (await import('../routes/reset-password.route.tsx')).ResetPasswordPage),
  signOut: publicPage(async () => (await import('../routes/sign-out.route.tsx')).SignOutPage),
  incoming: publicPage(async () => (await import('../routes/incoming.route.tsx')).IncomingPage),
  translations: publicPage(async () => (await import('../routes/translations.route.tsx')).TranslationsPage),
  feedback: publicPage(async () => (await import('../routes/feedback.route.tsx')).FeedbackPage),
} as const satisfies Partial<Record<AppPage, PageRoute>>;

const webhookTexts = ['public', 'app', 'webhooks'] as const satisfies readonly BundleName[];

const customerPages = {
  dashboard: customerPage(async () => (await import('../routes/dashboard.route.tsx')).DashboardPage),
  recent: customerPage(async () => (await import('../routes/recent.route.tsx')).RecentPage),
  desk: customerPage(async () => (await import('../routes/desk.route.tsx')).DeskPage),
  account: customerPage(async () => (await import('../routes/account.route.tsx')).AccountPage),
  accountSecurity: customerPage(async () => (await import('../routes/account-security.route.tsx')).AccountSecurityPage),
  accountPrograms: customerPage(
    async () => (await import('../routes/account-programs.route.tsx')).AccountProgramsPage,
    webhookTexts,
  ),
  accountData: customerPage(async () => (await import('../routes/account-data.route.tsx')).AccountDataPage),
  domains: customerPage(async () => (await import('../routes/domains.route.tsx')).DomainsPage),
  addDomain: customerPage(async () => (await import('../routes/add-domain.route.tsx')).AddDomainPage),
  verifyDomain: customerPage(async () => (await import('../routes/verify-domain.route.tsx')).VerifyDomainPage),
  webhook: customerPage(async () => (await import('../routes/webhook.route.tsx')).WebhookPage, webhookTexts),
} as const satisfies Partial<Record<AppPage, PageRoute>>;

/** For colonels: these pages stand in the frame below, which lets nobody else see them. */
const colonelPages = {
  colonel: colonelPage(async () => (await import('../routes/colonel.route.tsx')).ColonelPage),
  colonelSecrets: colonelPage(async () => (await import('../routes/colonel-secrets.route.tsx')).ColonelSecretsPage),
  colonelCustomers: colonelPage(
    async () => (await import('../routes/colonel-customers.route.tsx')).ColonelCustomersPage,
  ),
  colonelDomains: colonelPage(async () => (await import('../routes/colonel-domains.route.tsx')).ColonelDomainsPage),
  colonelFeedback: colonelPage(async () => (await import('../routes/colonel-feedback.route.tsx')).ColonelFeedbackPage),
  colonelLimits: colonelPage(async () => (await import('../routes/colonel-limits.route.tsx')).ColonelLimitsPage),
  colonelWebhooks: colonelPage(
    async () => (await import('../routes/colonel-webhooks.route.tsx')).ColonelWebhooksPage,
    webhookTexts,
  ),
  colonelWebhook: colonelPage(
    async () => (await import('../routes/colonel-webhook.route.tsx')).ColonelWebhookPage,
    webhookTexts,
  ),
  colonelSystem: colonelPage(async () => (await import('../routes/colonel-system.route.tsx')).ColonelSystemPage),
  colonelAudit: colonelPage(async () => (await import('../routes/colonel-audit.route.tsx')).ColonelAuditPage),
  colonelCustomer: colonelPage(async () => (await import('../routes/colonel-customer.route.tsx')).ColonelCustomerPage),
} as const satisfies Partial<Record<AppPage, PageRoute>>;

export const colonelFrame: PageRoute = {
  async loader(entered) {
    if (!canSignIn()) return null;
    await signedIn(entered);
    if (pageData().cust?.colonelWithoutSecondStep) throw redirectDocument(twoStepSetUp);
    return null;
  },
  lazy: lazyPage(['public', 'app', 'colonel'], async () =>
    canSignIn() ? await ofSession((await import('../routes/colonel-frame.tsx')).ColonelFrame) : NotFoundPage,
  ),
};

export function isColonelPage(page: AppPage): boolean {
  return page in colonelPages;
}

const policyPage = publicPage(
  async () => (await import('../routes/policy.route.tsx')).PolicyPage,
  () => pageData().policies !== 'off',
);

export const pages: Readonly<Record<AppPage, PageRoute>> = {
  home: { Component: HomePage, loader: () => forVisitors(paths.dashboard) },
  metadata: { Component: MetadataRoute, loader: loadMetadata },
  burn: { Component: BurnRoute, loader: loadMetadata },
  about: { Component: AboutPage },
  privacy: policyPage,
  terms: policyPage,
  security: policyPage,
  ...visitorPages,
  ...customerPages,
  ...colonelPages,
};

/** A page with public texts, wherever `isThere` says so. */
function publicPage(load: () => Promise<ComponentType>, isThere = () => true): PageRoute {
  return { lazy: lazyPage(['public'], async () => (isThere() ? await load() : NotFoundPage)) };
}

/** A page that asks for a sign-in first, if there is such a thing. */
function customerPage(load: () => Promise<ComponentType>, texts: readonly BundleName[] = ['public', 'app']): PageRoute {
  return {
    loader: signedIn,
    lazy: lazyPage(texts, async () => (canSignIn() ? await ofSession(await load()) : NotFoundPage)),
  };
}

async function ofSession(page: ComponentType): Promise<ComponentType> {
  return (await import('../session/require-sign-in.ts')).untilSessionEnds(page);
}

/** Leads to the sign-in page first; the guard itself is loaded with the first page that needs it. */
async function signedIn({ request }: LoaderFunctionArgs): Promise<null> {
  if (!canSignIn()) return null;
  const { requireSignIn } = await import('../session/require-sign-in.ts');
  return requireSignIn(request);
}

function colonelPage(load: () => Promise<ComponentType>, texts: readonly BundleName[] = ['public', 'app']): PageRoute {
  return { lazy: lazyPage([...texts, 'colonel'], load) };
}

/** A page that loads when it is entered: its code and its texts together. */
function lazyPage(bundles: readonly BundleName[], load: () => Promise<ComponentType>): NonNullable<PageRoute['lazy']> {
  return async () => {
    const [Component] = await Promise.all([load(), requireTexts(bundles)]);
    return { Component };
  };
}

/** For visitors only: signed-in people are redirected. */
function forVisitors(elsewhere: string): null {
  if (isSignedIn()) throw redirect(elsewhere);
  return null;
}
