import type { WebShell } from '@onceover/schema/web/shell';
import type { ApiError } from '../http/api-error.ts';
import type { Locale } from '../locale/choose-locale.ts';

/** A short page in place of one that could not be rendered. */
export type PlainNotice = (error: ApiError, locale: Locale) => string;

/** Notices in the words that the web has for an error; an error that the web never meets is told in English. */
export function plainNotices(words: WebShell['notices']): PlainNotice {
  return ({ code, message }, { code: locale, tag, dir }) => {
    const text = words[locale]?.[code];
    const language = text === undefined ? 'lang="en"' : `lang="${tag}" dir="${dir}"`;
    // The texts are our own, so they need no escaping.
    return `<!doctype html>\n<html ${language}><title>Onceover</title><h1>${text ?? message}</h1></html>\n`;
  };
}
