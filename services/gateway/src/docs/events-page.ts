import { html, paragraphs, sentence } from './html.ts';
import { type DocsPage, paths, schemaPathOf } from './page.ts';
import type { AsyncApi } from './published.ts';
import { fieldsOf, sample } from './schema-list.ts';

/** `/docs/events`: every event that partners get, of the document itself. */
export function eventsPage({ info, channels, components }: AsyncApi): DocsPage {
  const types = Object.keys(channels.events.messages);
  const { CloudEvent: envelope = {} } = components.schemas;
  const shortOf = (type: string) => html`<code>${type.replace('io.onceover.', '')}</code>`;
  return {
    path: paths.events,
    title: 'Events',
    about: 'The events of Onceover for programs, as CloudEvents.',
    contents: [
      { id: 'ways', name: 'How to get them' },
      { id: 'envelope', name: 'The envelope' },
      ...types.map((type) => ({ id: type, name: shortOf(type) })),
    ],
    body: html`${paragraphs(info.description)}
<p>The same as a document for programs: <a href="${paths.asyncApi}">AsyncAPI 3.0</a>, version ${info.version}.</p>
<section aria-labelledby="ways"><h2 id="ways">How to get them</h2>
${Object.values(channels).map(({ title, description }) => html`<h3>${title}</h3><p>${sentence(description)}</p>`)}</section>
<section aria-labelledby="envelope"><h2 id="envelope">The envelope</h2>
<p>Every event has these attributes, beside <code>data</code>.</p>${fieldsOf(envelope)}</section>
<section aria-labelledby="types"><h2 id="types">Types</h2>
${types.map((type) => {
  const message = components.messages[type];
  return html`<section class="row" aria-labelledby="${type}"><h3 id="${type}">${shortOf(type)}</h3>
<p class="address"><code>${type}</code></p>
<p>${sentence(message?.summary ?? '')}</p>
<h4>Data</h4>${fieldsOf(components.schemas[type] ?? {})}
<p><a href="${schemaPathOf(type)}">JSON Schema of ${shortOf(type)}</a></p>
<h4>Example</h4>${sample(`Example: ${type}`, message?.examples[0]?.payload)}</section>`;
})}</section>`,
  };
}
