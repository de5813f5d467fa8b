import { bestAccepted } from '@onceover/schema/accepted-languages';
import { chooseLocaleCode, type LocaleCode, locales } from '@onceover/schema/locales';

export interface OfflineTexts {
  readonly heading: string;
  readonly text: string;
  readonly retry: string;
}

/** What the build puts into the worker. */
export interface OfflineParts {
  readonly texts: Readonly<Record<LocaleCode, OfflineTexts>>;
  readonly style: string;
  readonly script: string;
  /** `Content-Security-Policy`: that style and that script by their hashes, and nothing else. */
  readonly policy: string;
}

interface Wishes {
  readonly url: string;
  readonly cookie: string | undefined;
  /** Of the browser, the dearest first. */
  readonly languages: readonly string[];
}

const seal =
  '<svg viewBox="0 0 48 48" width="20" height="20" fill="none" aria-hidden="true"><circle cx="24" cy="24" r="18" stroke="currentColor" stroke-width="5"/><circle cx="24" cy="24" r="6" fill="currentColor"/></svg>';
const accepted = bestAccepted(locales);

/** The language of the page, chosen as the server would: the address, the cookie, the browser, English. */
export function offlineLocale({ url, cookie, languages }: Wishes): LocaleCode {
  const wishes = [new URL(url).searchParams.get('locale'), cookie, accepted(languages.join(','))?.code];
  return chooseLocaleCode(
    wishes,
    locales.map(({ code }) => code),
  );
}

/** The page that stands in for one that could not arrive. It needs nothing that is not in it. */
export function offlinePage(code: LocaleCode, { texts, style, script }: OfflineParts): string {
  const { tag, dir } = locales.find((one) => one.code === code) ?? locales[0];
  const { heading, text, retry } = texts[code];
  return `<!doctype html>
<html lang="${tag}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)} · Onceover</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>${seal}<span dir="ltr">Onceover</span></header>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
<p><button type="button">${escapeHtml(retry)}</button></p>
</main>
<script>${script}</script>
</body>
</html>
`;
}

export function offlineHeaders({ policy }: Pick<OfflineParts, 'policy'>): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
