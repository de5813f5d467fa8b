import type { Catalog } from './catalogs.ts';

/**
 * English texts that the specification gives to the letter, by key.
 *
 * Source  specification 2, 5 and 8; web reference 3
 */
export const verbatimTexts: Readonly<Record<string, string>> = {
  'core.alert.error': 'Error',
  'core.alert.success': 'Success',
  'core.busy.loading': 'Loading...',
  'core.busy.submitting': 'submitting',
  'core.refusals.bad_passphrase': 'Double check that passphrase',
  'core.refusals.empty_secret': 'You did not provide anything to share',
  'core.errors.fetchData': 'Failed to fetch data from {{url}}',
  'core.errors.fetchSecret': 'An error occurred while fetching the secret',
  'core.errors.initialPageData': 'Failed to fetch initial page data',
  'core.errors.noResponse': 'No response received from server',
  'core.errors.refresh': 'Please refresh the page and try again.',
  'core.errors.requestFailed': 'Request was not successful. Please try again later.',
  'core.errors.secretNotFound': 'Secret not found or already viewed',
  'core.errors.unexpected': 'An unexpected error occurred',
  'core.errors.unexpectedFormat': 'Unexpected response format',
  'core.footer.about': 'About',
  'core.footer.api': 'API',
  'core.footer.blog': 'Blog',
  'core.footer.company': 'Company',
  'core.footer.docs': 'Docs',
  'core.footer.legals': 'Legals',
  'core.footer.pricing': 'Pricing',
  'core.footer.privacy': 'Privacy',
  'core.footer.resources': 'Resources',
  'core.footer.security': 'Security',
  'core.footer.status': 'Status',
  'core.footer.terms': 'Terms',
  'core.gone.heading': 'That information is no longer available.',
  'core.gone.home': 'Return to Home',
  'core.header.about': 'About',
  'core.header.createAccount': 'Create account',
  'core.header.dashboard': 'Dashboard',
  'core.header.logout': 'Logout',
  'core.header.signIn': 'Sign in',
  'core.pages.incoming.heading': 'Support Details',
  'core.pages.notFound.link': 'Return home',
  'core.pages.notFound.text': "Oops! The page you are looking for doesn't exist or has been moved.",
  'core.pages.notFound.title': '404 - Page Not Found',
  'core.secret.click': 'click to continue',
  'core.secret.clickToVerify': 'click to verify',
  'core.secret.shownHeading': 'this message is for you',
  'public.burn.back': 'Back',
  'public.burn.cancel': 'Cancel',
  'public.burn.cannot': 'Cannot burn!',
  'public.burn.confirm': 'Confirm',
  'public.burn.alreadyViewed': 'The secret has already been viewed ({{date}})',
  'public.burn.alreadyBurned': 'The secret has already been burned ({{date}})',
  'public.captcha.error': 'Verification failed. Try again later.',
  'public.captcha.expired': 'Verification expired. Try again.',
  'public.captcha.wait': 'Verifying... please wait.',
  'public.form.count': '{{n}} / {{max}} chars',
  'public.form.create': 'Create secret',
  'public.form.generate': 'Generate password',
  'public.form.noOptions': 'no options available',
  'public.metadata.statusWords.burned': 'burned',
  'public.metadata.statusWords.notReceived': 'not received',
  'public.metadata.statusWords.received': 'received',
  'app.language.unknownError': 'Unknown error',
  'app.language.updateFailed': 'Failed to update language: {{message}}',
  'app.language.updateUnexpected': 'An unexpected error occurred while updating the language',
  'app.upgrade.later': 'Maybe Later',
  'app.upgrade.plans.identity.name': 'Identity Plus',
  'app.upgrade.plans.globalElite.name': 'Global Elite',
  'app.upgrade.yearly': 'Yearly',
};

/** English texts whose beginning the specification gives; a limit or an address follows. */
export const verbatimBeginnings: Readonly<Record<string, string>> = {
  'core.errors.incompleteResponse': 'Server returned an incomplete response',
  'public.form.truncated': 'The message was truncated b/c it was over',
};

/** Check 11: English texts that are not those of the specification. */
export function verbatimProblems(english: Catalog): string[] {
  const changed = Object.entries(verbatimTexts).filter(([key, text]) => english.get(key) !== text);
  const others = Object.entries(verbatimBeginnings).filter(([key, start]) => !english.get(key)?.startsWith(start));
  return [
    ...changed.map(([key, text]) => `en ${key} must be "${text}", as the specification has it`),
    ...others.map(([key, start]) => `en ${key} must begin with "${start}", as the specification has it`),
  ];
}
