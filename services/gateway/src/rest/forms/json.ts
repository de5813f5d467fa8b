import { badEncoding, badJson } from '../../http/api-error.ts';
import { Form } from './form.ts';

/** Reads a flat JSON object. Of repeated names the last wins; texts with half a surrogate pair are refused. */
export function readJson(text: string): Form {
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw badJson();
  const form = new Form();
  for (const [name, value] of Object.entries(parsed)) {
    if (!isWellFormed(value)) throw badEncoding();
    form.addJson(name, value);
  }
  return form;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return !Array.isArray(value) || value.every((item) => typeof item !== 'string' || item.isWellFormed());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badJson();
  }
}
