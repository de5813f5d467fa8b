import { manifestOf } from '@onceover/schema/web/app-files';
import type { PageData } from '@onceover/schema/web/page-data';
import type { WebShell } from '@onceover/schema/web/shell';
import type { HeaderList } from '../http/security-headers.ts';
import type { Locale } from '../locale/choose-locale.ts';

/** The static parts of a page in one locale; only the page data changes from answer to answer. */
export interface PageTemplate {
  /** `Link` headers: what the browser should already fetch while it is reading the page. */
  readonly links: HeaderList;
  /** `nonce` is for style elements, as in the page's policy; only the pages of signed-in customers have one. */
  render(data: PageData, place: { readonly origin: string; readonly nonce?: string | undefined }): string;
}

/** A page of the web build; the 404 page has no route. */
export type Page = WebShell['notFound'] & Partial<WebShell['routes'][number]>;

export interface PageExtras {
  /** The path has a key: its page is the same for all keys, and gives no address. */
  readonly isPrivate: boolean;
  readonly hasIcons: boolean;
  /** Where search engines find the page; undefined if they should not. */
  readonly canonicalPath: string | undefined;
}

/** The template of a page: its language, title, one heading within its landmarks, and what the app needs to start. */
export function pageTemplate(shell: WebShell, page: Page, locale: Locale, extras: PageExtras): PageTemplate {
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
${themeColors(shell)}
<title>${text(page.title)}</title>
`;
  const about = page.description === undefined ? undefined : text(page.description);
  const title = extras.isPrivate ? PRODUCT : text(page.title);
  const unfurl = (origin: string) => (about === undefined ? '' : unfurlOf(origin, { title, about, ...extras }));
  const icons = `${extras.hasIcons ? ICONS : NO_ICON}\n`;
  // What can be kept as an app is the site: no page of a key, and no customer's host.
  const manifest =
    extras.hasIcons && !extras.isPrivate ? `<link rel="manifest" href="/${manifestOf(locale.code)}">\n` : '';
  const rest = `<script src="${urlOf(shell.themeScript)}"></script>
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
    render: (data, { origin, nonce }) =>
      `${head}${nonceMeta(nonce)}${unfurl(origin)}${icons}${data.siteOrigin === null ? manifest : ''}${rest}${jsonForHtml(data)}</script>\n</body>\n</html>\n`,
  };
}

const PRODUCT = 'Onceover';
const NO_ICON = '<link rel="icon" href="data:,">';
const ICONS = [
  '<link rel="icon" href="/favicon.ico" sizes="32x32">',
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
].join('\n');

/** The colour of the browser's frame; the theme script and the theme's switch choose between the two by `media`. */
function themeColors({ themeColors: colors }: WebShell): string {
  return (['light', 'dark'] as const)
    .map(
      (theme) =>
        `<meta name="theme-color" data-theme="${theme}" media="(prefers-color-scheme: ${theme})" content="${colors[theme]}">`,
    )
    .join('\n');
}

interface Unfurl extends PageExtras {
  readonly title: string;
  readonly about: string;
}

/**
 * What search engines and chats show of a page. A share link says the same whatever its key, and nothing of where it leads;
 * on a customer's host nothing names the site. Source: web 7.5.
 */
function unfurlOf(origin: string, { title, about, hasIcons, canonicalPath }: Unfurl): string {
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
  const address = canonicalPath === undefined ? undefined : escapeHtml(origin + canonicalPath);
  const picture = [
    property('image', escapeHtml(`${origin}/unfurl.png`)),
    property('image:width', '1200'),
    property('image:height', '630'),
    property('image:alt', `${PRODUCT}. A link that opens once.`),
  ];
  const lines = [
    `<meta name="description" content="${about}">`,
    ...(address === undefined ? [] : [`<link rel="canonical" href="${address}">`, property('url', address)]),
    property('site_name', PRODUCT),
    property('title', title),
    property('description', about),
    property('type', 'website'),
    ...(hasIcons ? picture : []),
    `<meta name="twitter:card" content="${hasIcons ? 'summary_large_image' : 'summary'}">`,
  ];
  return `${lines.join('\n')}\n`;
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
