import type { WebShell } from '@onceover/schema/web/shell';
import { type Html, html, nothing } from './html.ts';

export const paths = {
  index: '/docs',
  api: '/docs/api',
  openApi: '/docs/api/openapi.json',
  events: '/docs/events',
  asyncApi: '/docs/events/asyncapi.json',
  graph: '/docs/graph',
  sdl: '/docs/graph/schema.graphql',
  style: '/docs/docs.css',
} as const;

/** The document of each family of clients. */
export const openApiPaths = {
  v1: '/api/openapi/v1.json',
  v2: '/api/openapi/v2.json',
  later: '/api/openapi/later.json',
  v3: '/api/openapi/v3.json',
} as const;

export type ApiName = keyof typeof openApiPaths;

/** Where the documentation of an event's data is; the path is part of the contract with partners. */
export const schemaPathOf = (type: string) => `/docs/events/schemas/${type}.json`;

export interface DocsPage {
  readonly path: string;
  readonly title: string;
  /** What search engines say of it. */
  readonly about: string;
  /** Anchors of the page and their names. */
  readonly contents: readonly { readonly id: string; readonly name: Html | string }[];
  readonly body: Html;
}

const pages = [
  [paths.api, 'API'],
  [paths.events, 'Events'],
  [paths.graph, 'Graph'],
] as const;

/** A whole page in the site's own look: its colours and its theme, no script of its own. */
export function pageOf({ path, title, about, contents, body }: DocsPage, shell: WebShell): string {
  const styles = [...new Set(Object.values(shell.entries).flatMap((entry) => entry.styles))];
  const links = pages.map(
    ([href, name]) =>
      html`<li><a href="${href}"${path === href ? html` aria-current="page"` : nothing}>${name}</a></li>`,
  );
  const nav = html`<nav aria-labelledby="on-this-page" class="on-page"><h2 id="on-this-page">On this page</h2>
<ul>${contents.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`;
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Onceover</title>
<meta name="description" content="${about}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/dist/${shell.themeScript}"></script>
${styles.map((style) => html`<link rel="stylesheet" href="/dist/${style}">`)}
<link rel="stylesheet" href="${paths.style}">
</head>
<body class="docs">
<a class="skip" href="#main">Skip to the content</a>
<header><a class="home" href="/">Onceover</a>
<nav aria-label="Documentation"><ul>${links}</ul></nav></header>
<main id="main">
<h1>${title}</h1>
${contents.length === 0 ? nothing : nav}
${body}
</main>
</body>
</html>
`.text;
}
