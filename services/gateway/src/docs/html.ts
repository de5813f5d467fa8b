/** Markup that may go into a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = Html | string | number | readonly Html[];

/** Markup with contents put into it; whatever is no markup itself is escaped. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(
    strings.map((string, index) => string + (index < contents.length ? shown(contents[index]) : '')).join(''),
  );
}

export const nothing = new Html('');

function shown(content: Content | undefined): string {
  if (content instanceof Html) return content.text;
  if (Array.isArray(content)) return content.map((each: Html) => each.text).join('\n');
  return escaped(String(content ?? ''));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Sentences with `code` and **strong** words, as the published documents have them. */
export function sentence(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`.text;
    return part.startsWith('**') ? html`<strong>${part.slice(2, -2)}</strong>`.text : escaped(part);
  });
  return new Html(parts.join(''));
}

/** Paragraphs, with an empty line between two. */
export function paragraphs(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${sentence(paragraph)}</p>`);
}
