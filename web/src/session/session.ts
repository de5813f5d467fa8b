import type { AuthcheckAnswer } from '@onceover/schema/rest/account';
import i18next from 'i18next';
import { onLocaleChosen, requireTexts } from '../i18n/change-locale.ts';
import { showPageNotice } from '../i18n/language-notice.ts';
import type { LocaleCode } from '../i18n/locales.ts';
import { announce } from '../lib/announcer.ts';
import { api } from '../lib/calls/api.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { type AuthSignal, onAuthSignal } from '../lib/calls/auth-signals.ts';
import { watchActivity } from '../lib/calls/background.ts';
import { pageData, replacePageData } from '../site/page-data.ts';
import { apiPaths, paths } from '../site/paths.ts';
import { isSignedIn, setSignedIn } from './auth-state.ts';
import { type AuthWatch, type CheckOutcome, startAuthWatch } from './auth-watch.ts';
import { hasKeptText, keepOnlyTextOf, keepTypedText } from './kept-text.ts';
import { onOtherTab, type TabMessage, tellOtherTabs } from './other-tabs.ts';
import { adoptPageData, forgetCustomer } from './session-page-data.ts';
import { clearStores } from './session-stores.ts';
import { redirectOf, signInPath } from './sign-in-path.ts';

type Navigate = (path: string, options?: { replace?: boolean; state?: unknown }) => Promise<void>;

let navigate: Navigate = async (path) => location.assign(path);
let watch: AuthWatch | undefined;

/** Watches this page's session: on a schedule, and whenever an answer casts doubt on it. */
export function watchSession(through: Navigate): void {
  navigate = through;
  watchActivity();
  onLocaleChosen((code) => void (isSignedIn() && saveLocale(code)));
  const hear = (said: AuthSignal | TabMessage) => {
    if (watch === undefined) return;
    if (said === 'signed-out') void loseSession({ tellsServer: false });
    else void (said === 'refused' ? watch.doubt() : recheck());
  };
  onAuthSignal(hear);
  onOtherTab(hear);
  watch?.stop();
  watch = startAuthWatch({
    check: checkAuth,
    random: Math.random,
    onState: setSignedIn,
    onLost: (how) => void (how === 'hide' ? hidePage() : loseSession({ tellsServer: how === 'sign-out' })),
    onRestored: () => void showPage(),
  });
}

/** A check now; the scheduled watch, where there is one, learns of its outcome. */
export function recheck(): Promise<CheckOutcome> {
  return watch?.checkNow() ?? checkAuth();
}

/** For a page with nothing to show to a visitor: if nobody is signed in, it leads to the sign-in page at once. */
export async function guardPage(): Promise<void> {
  if ((await recheck()) === 'refused' && watch !== undefined) await loseSession({ tellsServer: false });
}

/** The session has ended: this tab forgets everything about it except typed text, and asks to sign in again. */
async function loseSession({ tellsServer }: { tellsServer: boolean }): Promise<void> {
  const target = here();
  endWatch();
  // Sent before the page forgets the form token that goes with it.
  const told = tellsServer ? api({ path: apiPaths.signOut, form: {} }).catch(() => undefined) : undefined;
  keepTypedText(custidOfPage());
  forgetCustomer();
  // Before anything is waited for: the page shows nothing of the session while the sign-in page is on its way.
  clearStores();
  await told;
  await navigate(signInPath(target), { state: { isForced: true } });
}

/** Forgets a session that a guard found ended, without leaving the page. */
export function dropSession(): void {
  endWatch();
  if (custidOfPage() === null) return;
  forgetCustomer();
  clearStores();
}

/** The server cannot be reached: the page is hidden behind the sign-in page; the session stays as it is. */
async function hidePage(): Promise<void> {
  keepTypedText(custidOfPage());
  setSignedIn(false);
  await navigate(signInPath(here()), { state: { isForced: true } });
}

async function showPage(): Promise<void> {
  setSignedIn(true);
  if (location.pathname === paths.signIn) await navigate(redirectOf(location.search), { replace: true });
}

/** After sign-in: a full page load, or, if typed text was kept, a change of page within this tab. */
export async function enterSession(target: string): Promise<void> {
  tellOtherTabs('signed-in');
  if (!hasKeptText()) return location.assign(target);
  try {
    await adoptPageData(target);
  } catch {
    return location.assign(target);
  }
  keepOnlyTextOf(custidOfPage());
  watchSession(navigate);
  await navigate(target, { replace: true });
}

function endWatch(): void {
  watch?.stop();
  watch = undefined;
}

/** Where the person is, or, on the sign-in page of a hidden page, where that leads back to. */
function here(): string {
  return location.pathname === paths.signIn ? redirectOf(location.search) : location.pathname + location.search;
}

function custidOfPage(): string | null {
  return pageData().cust?.custid ?? null;
}

/**
 * Asks the server whether this browser is signed in. Asking does not keep an idle session alive. If somebody else has signed
 * in meanwhile, in another tab, the page is loaded anew: nothing is shown to or done for the wrong person.
 */
async function checkAuth(): Promise<CheckOutcome> {
  try {
    const { record } = await api<AuthcheckAnswer>({ path: apiPaths.authCheck });
    const custid = custidOfPage();
    if (custid !== null && record.custid !== custid) location.reload();
    return 'signed-in';
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
    return isRefused ? 'refused' : 'unreachable';
  }
}

/** Saves a customer's language on the server, for the next visit and for emails. The page has already changed. */
async function saveLocale(code: LocaleCode): Promise<void> {
  try {
    await api({ path: apiPaths.updateLocale, form: { locale: code } });
    const data = pageData();
    if (data.cust !== null) replacePageData({ ...data, cust: { ...data.cust, locale: code } });
  } catch (error) {
    const text = await wordsFor(error);
    showPageNotice({ kind: 'warning', text });
    announce(text);
  }
}

/** Source: specification 8 */
async function wordsFor(error: unknown): Promise<string> {
  await requireTexts(['app']);
  const t = i18next.getFixedT(i18next.language, 'app');
  if (!(error instanceof ApiError)) return i18next.t('errors.unexpected');
  const isRefused = error.status >= 400 && error.status < 500;
  if (!isRefused) return t('language.updateUnexpected');
  return t('language.updateFailed', { message: error.serverMessage ?? t('language.unknownError') });
}
