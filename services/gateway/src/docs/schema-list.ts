import { Html, html, nothing, sentence } from './html.ts';
import type { ShownSchema } from './published.ts';

type Named = Readonly<Record<string, ShownSchema>>;

const nameIn = (reference: string) => reference.split('/').at(-1) ?? '';

/** What a schema stands for. */
export function resolved(schema: ShownSchema, named: Named): ShownSchema {
  return schema.$ref === undefined ? schema : (named[nameIn(schema.$ref)] ?? schema);
}

/** The fields of an object, each with its type and what there is to say of it. */
export function fieldsOf({ properties = {}, required = [] }: ShownSchema): Html {
  const fields = Object.entries(properties);
  if (fields.length === 0) return html`<p>It has no fields.</p>`;
  return html`<dl class="fields">${fields.map(([name, field]) => {
    const isOptional = required.length > 0 && !required.includes(name);
    return html`<div><dt><code>${name}</code> <span class="type">${typeOf(field)}${isOptional ? ', optional' : ''}</span></dt>
<dd>${field.description === undefined ? nothing : sentence(field.description)}${valuesOf(field)}</dd></div>`;
  })}</dl>`;
}

/** A type in a few words: `text`, `text or null`, `list of Metadata`. */
function typeOf(schema: ShownSchema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  const several = schema.anyOf ?? schema.oneOf;
  if (several !== undefined) return several.map(typeOf).join(' or ');
  if (schema.type === 'array') return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`;
  if (schema.format !== undefined) return formats[schema.format] ?? schema.format;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['anything']);
  return types.map((type) => (type === 'string' ? 'text' : type)).join(' or ');
}

const formats: Readonly<Record<string, string>> = { 'date-time': 'date and time', uuid: 'UUID', uri: 'URL' };

function valuesOf(schema: ShownSchema): Html {
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  if (values.length === 0) return nothing;
  return new Html(
    ` One of ${values.map((value) => html`<code>${String(value)}</code>`.text).join(', ')}.`.replace(
      'One of',
      values.length === 1 ? 'Always' : 'One of',
    ),
  );
}

/** JSON that a keyboard can scroll too. */
export function sample(label: string, value: unknown): Html {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return html`<pre role="region" tabindex="0" aria-label="${label}"><code>${text}</code></pre>`;
}
