import type { PageData } from '@onceover/schema/web/page-data';
import type { WebShell } from '@onceover/schema/web/shell';
import type { HeaderList } from '../http/security-headers.ts';
import type { Locale } from '../locale/choose-locale.ts';

/** The static parts of a page in one locale; only the page data changes from answer to answer. */
export interface PageTemplate {
  /** `Link` headers: what the browser should already fetch while it is reading the page. */
  readonly links: HeaderList;
  /** `nonce` is for style elements, as in the page's policy; only the pages of signed-in customers have one. */
  render(data: PageData, nonce?: string): string;
}

interface PageParts {
  readonly entry: string;
  readonly title: Readonly<Record<string, string>>;
  readonly heading: Readonly<Record<string, string>>;
}

/** Every share link unfurls to this text, in the server's language, whatever its key. Source: web 7.5. */
const UNFURL = [
  '<meta property="og:title" content="Onceover">',
  '<meta property="og:description" content="A private message that can be opened once.">',
  '<meta property="og:type" content="website">',
  '<meta name="twitter:card" content="summary">',
].join('\n');

/** The template of a page: its language, title, one heading within its landmarks, and what the app needs to start. */
export function pageTemplate(
  shell: WebShell,
  page: PageParts,
  locale: Locale,
  extras: { readonly hasUnfurl: boolean; readonly icon: string | undefined },
): PageTemplate {
  const entry = shell.entries[page.entry];
  if (entry === undefined) throw new Error(`the web build has no entry ${page.entry}`);
  const preloads = [...new Set([entry.script, ...entry.preloads, ...(shell.localePreloads[locale.code] ?? [])])];
  const text = (words: Readonly<Record<string, string>>) => escapeHtml(words[locale.code] ?? words.en ?? '');
  const head = `<!doctype html>
<html lang="${locale.tag}" dir="${locale.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text(page.title)}</title>
`;
  const rest = `<link rel="icon" href="${extras.icon ?? 'data:,'}">
${extras.hasUnfurl ? `${UNFURL}\n` : ''}<script src="${urlOf(shell.themeScript)}"></script>
${entry.styles.map((file) => `<link rel="stylesheet" href="${urlOf(file)}">`).join('\n')}
<script type="module" src="${urlOf(entry.script)}"></script>
</head>
<body>
<div id="root">
<header></header>
<main><h1>${text(page.heading)}</h1><noscript><p>${text(shell.noScript)}</p></noscript></main>
<footer></footer>
</div>
<script type="application/json" id="page-data">`;
  return {
    links: ['Link', preloads.map((file) => `<${urlOf(file)}>; rel=modulepreload`).join(', ')],
    render: (data, nonce) => `${head}${nonceMeta(nonce)}${rest}${jsonForHtml(data)}</script>\n</body>\n</html>\n`,
  };
}

function nonceMeta(nonce: string | undefined): string {
  return nonce === undefined ? '' : `<meta property="csp-nonce" content="${escapeHtml(nonce)}">\n`;
}

function urlOf(file: string): string {
  return escapeHtml(`/dist/${file}`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that is safe inside a script element: nothing in it ends the element or starts a comment. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);
}
