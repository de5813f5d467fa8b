import { html } from './html.ts';
import { type DocsPage, paths } from './page.ts';

/** `/docs`: what there is to read. */
export const indexPage: DocsPage = {
  path: paths.index,
  title: 'Documentation',
  about: 'For programs that work with Onceover: the REST API, events and the graph.',
  contents: [],
  body: html`<p>For programs that work with Onceover.</p>
<dl class="fields">
<div><dt><a href="${paths.api}">API</a></dt><dd>Conceal, reveal and burn secrets over HTTP.</dd></div>
<div><dt><a href="${paths.events}">Events</a></dt><dd>Learn what happens to your secrets, emails and domains.</dd></div>
<div><dt><a href="${paths.graph}">Graph</a></dt><dd>The schema that the pages of this site use.</dd></div>
</dl>`,
};
