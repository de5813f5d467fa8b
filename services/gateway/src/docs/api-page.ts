import { type Html, html, nothing, paragraphs, sentence } from './html.ts';
import { type ApiName, type DocsPage, openApiPaths, paths } from './page.ts';
import type { OpenApi, ShownOperation, ShownResponse } from './published.ts';
import { fieldsOf, resolved, sample } from './schema-list.ts';

interface Row {
  readonly path: string;
  readonly method: string;
  readonly operation: ShownOperation;
}

/** One way to be refused, as the document has it. */
interface Refusal {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

/** `/docs/api`: every row of `/api/v2`, of the document itself, and where the documents of `others` are. */
export function apiPage(document: OpenApi, others: readonly OtherApi[]): DocsPage {
  const rows = Object.entries(document.paths).flatMap(([path, { parameters, ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const shared = sharedRefusals(rows, document);
  const groups = document.tags.map(({ name }) => ({ name, id: anchorOf(name) }));
  const objects = Object.entries(document.components.schemas).filter(
    ([, { description }]) => description !== undefined,
  );
  return {
    path: paths.api,
    title: 'API',
    about: 'The REST API of Onceover: every path, field, answer and error.',
    contents: [
      ...groups,
      { id: 'objects', name: 'Objects' },
      { id: 'errors', name: 'Errors that any request may get' },
    ],
    body: html`${paragraphs(document.info.description)}
<p>The same as a document for programs: <a href="${paths.openApi}">OpenAPI 3.1</a>, version ${document.info.version}.</p>
${others.length === 0 ? nothing : othersOf(others)}
${groups.map(
  ({ name, id }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>
${rows.filter(({ operation }) => operation.tags.includes(name)).map((row) => rowOf(row, shared, document))}</section>`,
)}
<section aria-labelledby="objects"><h2 id="objects">Objects</h2>
${objects.map(
  ([name, schema]) => html`<section aria-labelledby="object-${name}"><h3 id="object-${name}">${name}</h3>
<p>${sentence(schema.description ?? '')}</p>${fieldsOf(schema)}</section>`,
)}</section>
<section aria-labelledby="errors"><h2 id="errors">Errors that any request may get</h2>
${refusalsOf([...shared.values()])}</section>`,
  };
}

type OtherApi = Exclude<ApiName, 'v2'>;

const namesOfOthers: Readonly<Record<OtherApi, string>> = {
  v1: '/api/v1',
  later: '/api/v2 as Onetime Secret 0.19 and later have it',
  v3: '/api/v3',
};

function othersOf(others: readonly OtherApi[]): Html {
  const links = others.map((name) => html`<li><a href="${openApiPaths[name]}">${namesOfOthers[name]}</a></li>`);
  return html`<p>For programs that were written for Onetime Secret there are more paths, each with a document of its own:</p>
<ul>${links}</ul>`;
}

const anchorOf = (name: string) => name.toLowerCase().replaceAll(' ', '-');

function rowOf({ path, method, operation }: Row, shared: ReadonlyMap<string, Refusal>, document: OpenApi): Html {
  const { operationId: id, summary, description, requestBody } = operation;
  const form = requestBody?.content['application/json'];
  const answer = operation.responses['200']?.content?.['application/json'];
  const own = refusalsIn(operation, document).filter((refusal) => !shared.has(nameOf(refusal)));
  return html`<section class="row" aria-labelledby="${id}">
<h3 id="${id}">${summary}</h3>
<p class="address"><strong>${method}</strong> <code>${path}</code></p>
${description === undefined ? nothing : html`<p>${sentence(description)}</p>`}
<p>${callersOf(operation)}</p>
${parametersOf(operation, document)}
${form === undefined ? nothing : html`<h4>Fields</h4>${fieldsOf(resolved(form.schema, document.components.schemas))}`}
${form?.example === undefined ? nothing : html`<h4>Request</h4>${sample(`Request: ${summary}`, form.example)}`}
<h4>Answer</h4>
${Object.entries(answer?.examples ?? {}).map(([name, { value }]) => sample(`Answer: ${summary}, ${name}`, value))}
${own.length === 0 ? nothing : html`<h4>Errors</h4>${refusalsOf(own)}`}
</section>`;
}

/** Who may call it, in a sentence. */
function callersOf({ security }: ShownOperation): Html {
  const isOpen = security.some((way) => Object.keys(way).length === 0);
  const token = security.find((way) => 'apiToken' in way)?.apiToken;
  const [scope] = token ?? [];
  const needed = scope === undefined ? nothing : html` An API token needs the scope <code>${scope}</code>.`;
  if (token === undefined) {
    return isOpen
      ? html`For browsers. An API token is refused.`
      : html`For a signed-in browser. An API token is refused.`;
  }
  return isOpen ? html`For everyone.${needed}` : html`For an account, by API token or session.${needed}`;
}

function parametersOf({ parameters = [] }: ShownOperation, { components }: OpenApi): Html {
  if (parameters.length === 0) return nothing;
  const found = parameters.map((each) => {
    return each.$ref === undefined ? each : (components.parameters[each.$ref.split('/').at(-1) ?? ''] ?? each);
  });
  return html`<h4>Parameters</h4><dl class="fields">${found.map(
    ({ name, description = '' }) => html`<div><dt><code>${name}</code></dt><dd>${sentence(description)}</dd></div>`,
  )}</dl>`;
}

function refusalsIn({ responses }: ShownOperation, { components }: OpenApi): Refusal[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (status === '200') return [];
    const { $ref } = response;
    const whole: ShownResponse =
      $ref === undefined ? response : (components.responses[$ref.split('/').at(-1) ?? ''] ?? response);
    return Object.entries(whole.content?.['application/json']?.examples ?? {}).map(([code, { value }]) => {
      return { status, code, message: String((value as { readonly message?: unknown }).message ?? '') };
    });
  });
}

const nameOf = ({ status, code }: Refusal) => `${status} ${code}`;

/** What every row may be answered, or every POST. */
function sharedRefusals(rows: readonly Row[], document: OpenApi): ReadonlyMap<string, Refusal> {
  const shared = new Map<string, Refusal>();
  for (const wanted of ['GET', 'POST']) {
    const [first = [], ...others] = rows
      .filter(({ method }) => method === wanted)
      .map(({ operation }) => refusalsIn(operation, document));
    for (const refusal of first) {
      const isShared = others.every((its) => its.some((each) => nameOf(each) === nameOf(refusal)));
      if (isShared) shared.set(nameOf(refusal), refusal);
    }
  }
  return shared;
}

function refusalsOf(refusals: readonly Refusal[]): Html {
  return html`<dl class="fields">${refusals.map(
    ({ status, code, message }) => html`<div><dt>${status} <code>${code}</code></dt><dd>${message}</dd></div>`,
  )}</dl>`;
}
