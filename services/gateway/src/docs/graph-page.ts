import { html } from './html.ts';
import { type DocsPage, paths } from './page.ts';
import { sample } from './schema-list.ts';

/** `/docs/graph`: what the graph shows to clients. */
export function graphPage(sdl: string): DocsPage {
  return {
    path: paths.graph,
    title: 'Graph',
    about: 'The GraphQL schema of Onceover.',
    contents: [],
    body: html`<p>The pages of this site use a graph at <code>/graphql</code>, over HTTP and WebSocket. This is all that it shows, as GraphQL writes
it: <a href="${paths.sdl}">plain text</a>.</p>
<p>A public site runs the operations of its own pages and no others, so programs use the <a href="${paths.api}">API</a>. If the installation is yours, you can
set it to run any.</p>
${sample('The schema of the graph', sdl)}`,
  };
}
