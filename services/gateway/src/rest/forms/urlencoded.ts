import { badEncoding, badPayload } from '../../http/api-error.ts';
import { Form, formLimits } from './form.ts';

/**
 * Reads `application/x-www-form-urlencoded` text, strictly: broken percent-encoding or UTF-8 is refused, and so are too
 * many fields.
 */
export function readUrlencoded(text: string): Form {
  const form = new Form();
  let fields = 0;
  for (let from = 0; from < text.length; ) {
    let to = text.indexOf('&', from);
    if (to === -1) to = text.length;
    if (to > from) {
      fields += 1;
      if (fields > formLimits.fields) throw badPayload();
      addPair(form, text.slice(from, to));
    }
    from = to + 1;
  }
  return form;
}

function addPair(form: Form, pair: string): void {
  const equals = pair.indexOf('=');
  if (equals === -1) form.add(decode(pair), '');
  else form.add(decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)));
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw badEncoding();
  }
}
