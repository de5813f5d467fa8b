import { guarded, lazyPage, type PageRoute } from '../app/page-route.ts';
import type { PageName } from '../app/route-table.ts';

type SignedInPage = Extract<
  PageName,
  'dashboard' | 'recent' | 'incoming' | 'feedback' | 'account' | 'domains' | 'addDomain' | 'verifyDomain' | 'colonel'
>;

/** Pages that load when they are entered, with the texts of the signed-in part; most ask for a sign-in first. */
export const signedInPages: Readonly<Record<SignedInPage, PageRoute>> = {
  colonel: {
    loader: guarded,
    lazy: lazyPage(['public', 'app'], async () => (await import('../routes/colonel.route.tsx')).ColonelPage),
  },
  dashboard: {
    loader: guarded,
    lazy: lazyPage(['public', 'app'], async () => (await import('../routes/dashboard.route.tsx')).DashboardPage),
  },
  recent: {
    loader: guarded,
    lazy: lazyPage(['public', 'app'], async () => (await import('../routes/recent.route.tsx')).RecentPage),
  },
  incoming: {
    lazy: lazyPage(['public'], async () => (await import('../routes/incoming.route.tsx')).IncomingPage),
  },
  feedback: {
    lazy: lazyPage(['public'], async () => (await import('../routes/feedback.route.tsx')).FeedbackPage),
  },
  account: {
    loader: guarded,
    lazy: lazyPage(['public', 'app'], async () => (await import('../routes/account.route.tsx')).AccountPage),
  },
  domains: {
    loader: guarded,
    lazy: lazyPage(['public', 'app'], async () => (await import('../routes/domains.route.tsx')).DomainsPage),
  },
  addDomain: {
    loader: guarded,
    lazy: lazyPage(['public', 'app'], async () => (await import('../routes/add-domain.route.tsx')).AddDomainPage),
  },
  verifyDomain: {
    loader: guarded,
    lazy: lazyPage(['public', 'app'], async () => (await import('../routes/verify-domain.route.tsx')).VerifyDomainPage),
  },
};
