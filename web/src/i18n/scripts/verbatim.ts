/**
 * English texts the specification gives to the letter, by bundle and key. `starts` allows what the specification adds
 * behind them, such as a limit or an address.
 *
 * Source  specification 2, 5 and 8; web reference 3
 */
export const verbatimTexts = {
  core: {
    'alert.error': 'Error',
    'busy.loading': 'Loading...',
    'busy.submitting': 'submitting',
    'errors.code.bad_passphrase': 'Double check that passphrase',
    'errors.code.empty_secret': 'You did not provide anything to share',
    'errors.fetchSecret': 'An error occurred while fetching the secret',
    'errors.initialPageData': 'Failed to fetch initial page data',
    'errors.noResponse': 'No response received from server',
    'errors.refresh': 'Please refresh the page and try again.',
    'errors.requestFailed': 'Request was not successful. Please try again later.',
    'errors.secretNotFound': 'Secret not found or already viewed',
    'errors.unexpected': 'An unexpected error occurred',
    'errors.unexpectedFormat': 'Unexpected response format',
    'footer.about': 'About',
    'footer.api': 'API',
    'footer.blog': 'Blog',
    'footer.company': 'Company',
    'footer.docs': 'Docs',
    'footer.legals': 'Legals',
    'footer.pricing': 'Pricing',
    'footer.privacy': 'Privacy',
    'footer.resources': 'Resources',
    'footer.security': 'Security',
    'footer.status': 'Status',
    'footer.terms': 'Terms',
    'gone.heading': 'That information is no longer available.',
    'gone.home': 'Return to Home',
    'header.about': 'About',
    'header.createAccount': 'Create account',
    'header.signIn': 'Sign in',
    'pages.notFound.link': 'Return home',
    'pages.notFound.text': "Oops! The page you are looking for doesn't exist or has been moved.",
    'pages.notFound.title': '404 - Page Not Found',
    'secret.click': 'click to continue',
    'secret.clickToVerify': 'click to verify',
    'secret.shownHeading': 'this message is for you',
  },
  public: {
    'burn.back': 'Back',
    'burn.cancel': 'Cancel',
    'burn.cannot': 'Cannot burn!',
    'burn.confirm': 'Confirm',
    'burn.alreadyViewed': 'The secret has already been viewed ({{date}})',
    'burn.alreadyBurned': 'The secret has already been burned ({{date}})',
    'form.count': '{{n}} / {{max}} chars',
    'form.create': 'Create secret',
    'form.generate': 'Generate password',
    'form.noOptions': 'no options available',
    'metadata.statusWords.burned': 'burned',
    'metadata.statusWords.notReceived': 'not received',
    'metadata.statusWords.received': 'received',
  },
} as const;

export const verbatimBeginnings = {
  core: { 'errors.incompleteResponse': 'Server returned an incomplete response' },
  public: { 'form.truncated': 'The message was truncated b/c it was over' },
} as const;
