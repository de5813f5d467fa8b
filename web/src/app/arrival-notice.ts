import { shareTarget } from '@onceover/schema/web/app-files';
import i18next from 'i18next';
import { currentPageNotice, type PageNotice, showPageNotice } from '../i18n/language-notice.ts';
import { announce, politeRegionId } from '../lib/announcer.ts';
import { keepText } from '../session/kept-text.ts';
import { takeShared } from '../worker/take-shared.ts';

/** Where the person is, and when that changes; the router, as far as this needs it. */
interface Place {
  readonly state: { readonly location: { readonly pathname: string } };
  subscribe(hear: (state: { readonly location: { readonly pathname: string } }) => void): () => void;
}

type Arrival = Exclude<PageNotice, string | null>;
const success = (text: string): Arrival => ({ kind: 'success', text });

const notices = new Map<string, () => Arrival>([
  ['check_your_mail', () => success(i18next.t('public:notices.checkYourEmail'))],
  ['password_reset', () => success(i18next.t('public:resetPassword.done'))],
  ['feedback_received', () => success(i18next.t('public:feedback.sent'))],
  ['incoming_received', () => success(i18next.t('public:notices.incomingReceived'))],
  ['colonel_two_step', () => ({ kind: 'info', text: i18next.t('public:notices.colonelTwoStep') })],
]);

/**
 * Shows the answer to a plain form, or why the person is here, above the page, until the person goes on to another. A
 * code without words is ignored.
 */
export async function showArrival(code: string, place: Place): Promise<void> {
  const notice = code === shareTarget.notice ? await receiveShared() : noticeFor(code);
  if (notice === null) return;
  showPageNotice(notice);
  announceSoon(notice.text);
  const { pathname } = place.state.location;
  const stop = place.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    stop();
    if (currentPageNotice() === notice) showPageNotice(null);
  });
}

/** What another app shared goes into the form, which takes it when it is made; it is sent when the person says so. */
async function receiveShared(): Promise<Arrival> {
  const text = await takeShared();
  if (text === null) return { kind: 'warning', text: i18next.t('public:notices.sharedLost') };
  keepText('secret-text', text);
  return { kind: 'info', text: i18next.t('public:notices.shared') };
}

function noticeFor(code: string): Arrival | null {
  const known = notices.get(code)?.();
  if (known !== undefined) return known;
  const refusal = refusalText(code);
  return refusal === undefined ? null : { kind: 'error', text: refusal };
}

/** Anybody can write an address, so only codes in the form of ours are looked up. */
function refusalText(code: string): string | undefined {
  if (!/^[a-z_]{1,40}$/.test(code)) return undefined;
  for (const bundle of ['core', 'public']) {
    const text: unknown = i18next.getResource(i18next.language, bundle, `refusals.${code}`);
    if (typeof text === 'string') return text;
  }
  return undefined;
}

/** Announces as soon as the page and its live regions stand. */
function announceSoon(text: string): void {
  if (document.getElementById(politeRegionId) === null) requestAnimationFrame(() => announceSoon(text));
  else announce(text);
}
