import { isUtf8 } from 'node:buffer';
import { badEncoding, badType } from '../../http/api-error.ts';
import { Form } from './form.ts';
import { readJson } from './json.ts';
import { readMultipart } from './multipart.ts';
import { readUrlencoded } from './urlencoded.ts';

/** What is left of a request's body and query before anybody looks at fields. */
export interface RawForm {
  readonly contentType: string | undefined;
  readonly body: Buffer | undefined;
  /** Without the question mark. */
  readonly query: string;
}

const UTF8_CHARSETS = new Set(['', 'utf-8', 'utf8', '"utf-8"', 'us-ascii']);

/** The form of a POST: what the body says, over what the query says; and the body alone, for the form token. */
export async function readForm(raw: RawForm): Promise<{ readonly form: Form; readonly body: Form }> {
  const body = await readBody(raw);
  if (raw.query === '') return { form: body, body };
  return { form: readUrlencoded(raw.query).override(body), body };
}

async function readBody({ contentType, body }: RawForm): Promise<Form> {
  if (body === undefined || body.length === 0) return new Form();
  const [type = '', charset = ''] = mediaTypeOf(contentType);
  if (!UTF8_CHARSETS.has(charset)) throw badType();
  switch (type) {
    case 'application/x-www-form-urlencoded':
      return readUrlencoded(textOf(body));
    case 'application/json':
      return readJson(textOf(body));
    case 'multipart/form-data':
      if (!isUtf8(body)) throw badEncoding();
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

/** Media type and charset, lower case. The few spellings clients use are remembered. */
function mediaTypeOf(header = ''): readonly [string, string] {
  const remembered = known.get(header);
  if (remembered !== undefined) return remembered;
  const [type = '', ...parameters] = header.toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  const read = [type.trim(), charset?.slice('charset='.length) ?? ''] as const;
  if (header.length < 100 && known.size < 100 && !header.includes('boundary')) known.set(header, read);
  return read;
}
