/** A piece of HTML that was made here. Everything else is text and gets escaped. */
export interface Markup {
  readonly markup: string;
}

type Value = string | Markup | readonly Markup[];

/** Writes HTML; values are text unless they were written by `html` themselves. Attributes must stand in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) };
}

function markupOf(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  return 'markup' in value ? value.markup : value.map((each) => each.markup).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
