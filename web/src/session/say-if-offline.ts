import i18next from 'i18next';
import { showPageNotice } from '../i18n/language-notice.ts';
import { announce } from '../lib/announcer.ts';

/** Whether there is no connection; then the page says that nothing was sent. */
export function sayIfOffline(): boolean {
  if (navigator.onLine) return false;
  const text = i18next.t('errors.offline');
  showPageNotice({ kind: 'error', text });
  announce(text, 'assertive');
  return true;
}
