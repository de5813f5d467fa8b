import { isUtf8 } from 'node:buffer';
import { badEncoding, badJson, badPayload, badType } from '../../http/api-error.ts';
import { isWithin } from '../../http/json-size.ts';
import { Form, formLimits } from './form.ts';
import { readMultipart } from './read-multipart.ts';
import { readUrlencoded } from './urlencoded.ts';

/** The body and query of a request, not yet read as fields. */
export interface RawForm {
  readonly contentType: string | undefined;
  readonly body: Buffer | undefined;
  /** Without the question mark. */
  readonly query: string;
}

/** Java names ISO 8859-1 whatever it sends; bytes that are not UTF-8 are refused in any case. */
const CHARSETS = new Set(['', 'utf-8', 'utf8', 'us-ascii', 'iso-8859-1']);

/**
 * The form of a POST, where the body overrides the query; and the body alone, for the form token. A body without a type is
 * a form, as programs in Go send it.
 */
export async function readForm(raw: RawForm): Promise<{ readonly form: Form; readonly body: Form }> {
  const body = await readBody(raw);
  if (raw.query === '') return { form: body, body };
  return { form: readUrlencoded(raw.query).override(body), body };
}

async function readBody({ contentType, body }: RawForm): Promise<Form> {
  if (body === undefined || body.length === 0) return new Form();
  const [type = '', charset = ''] = mediaTypeOf(contentType);
  if (!CHARSETS.has(charset)) throw badType();
  switch (type) {
    case '':
    case 'application/x-www-form-urlencoded':
      return readUrlencoded(textOf(body));
    case 'application/json':
      return readJson(textOf(body));
    case 'multipart/form-data':
      return await readMultipart(contentType ?? '', body);
    default:
      throw badType();
  }
}

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw badEncoding();
  return body.toString('utf8');
}

const known = new Map<string, readonly [string, string]>();

/** Media type and charset, lower case. The few spellings that clients use are cached. */
function mediaTypeOf(header = ''): readonly [string, string] {
  const remembered = known.get(header);
  if (remembered !== undefined) return remembered;
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  const read = [type.trim(), charset?.slice('charset='.length).replaceAll('"', '') ?? ''] as const;
  if (header.length < 100 && known.size < 100 && !header.includes('boundary')) known.set(header, read);
  return read;
}

/** Reads a JSON object. A name that comes twice keeps its last value; texts with half a surrogate pair are refused. */
function readJson(text: string): Form {
  if (!isWithin(text, { values: formLimits.fields, depth: formLimits.depth })) throw badPayload();
  const parsed = parse(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw badJson();
  if (!isWellFormed(parsed)) throw badEncoding();
  const form = new Form();
  form.addMembers(parsed);
  return form;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return typeof value !== 'object' || value === null || Object.values(value).every(isWellFormed);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badJson();
  }
}
