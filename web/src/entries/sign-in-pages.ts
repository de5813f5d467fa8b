import { forVisitors, lazyPage, type PageRoute } from '../app/page-route.ts';
import type { PageName } from '../app/route-table.ts';
import { NotFoundPage } from '../routes/not-found.route.tsx';
import { pageData } from '../site/page-data.ts';
import { paths } from '../site/paths.ts';

type SignInPage = Extract<PageName, 'pricing' | 'signIn' | 'signUp' | 'forgot' | 'resetPassword' | 'signOut'>;

/** The doors to an account, and what it costs. A door that is closed here is a page that does not exist. */
export const signInPages: Readonly<Record<SignInPage, PageRoute>> = {
  pricing: {
    lazy: lazyPage(['public', 'app'], async () =>
      pageData().plansEnabled ? (await import('../routes/pricing.route.tsx')).PricingPage : NotFoundPage,
    ),
  },
  signIn: {
    loader: () => forVisitors(paths.home),
    lazy: lazyPage(['public'], async () =>
      pageData().authentication.signin ? (await import('../routes/sign-in.route.tsx')).SignInPage : NotFoundPage,
    ),
  },
  signUp: {
    loader: () => forVisitors(paths.home),
    lazy: lazyPage(['public'], async () =>
      pageData().authentication.signup ? (await import('../routes/sign-up.route.tsx')).SignUpPage : NotFoundPage,
    ),
  },
  forgot: {
    lazy: lazyPage(['public'], async () =>
      pageData().authentication.signin ? (await import('../routes/forgot.route.tsx')).ForgotPage : NotFoundPage,
    ),
  },
  resetPassword: {
    lazy: lazyPage(['public'], async () => (await import('../routes/reset-password.route.tsx')).ResetPasswordPage),
  },
  signOut: { lazy: lazyPage(['public'], async () => (await import('../routes/sign-out.route.tsx')).SignOutPage) },
};
