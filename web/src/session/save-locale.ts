import i18next from 'i18next';
import { requireTexts } from '../i18n/change-locale.ts';
import { showPageNotice } from '../i18n/language-notice.ts';
import type { LocaleCode } from '../i18n/locales.ts';
import { announce } from '../lib/announcer.ts';
import { api } from '../lib/calls/api.ts';
import { ApiError } from '../lib/calls/api-error.ts';
import { pageData, replacePageData } from '../site/page-data.ts';
import { apiPaths } from '../site/paths.ts';

/** Saves a customer's language on the server, for the next visit and for emails. The page has already changed. */
export async function saveLocale(code: LocaleCode): Promise<void> {
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
