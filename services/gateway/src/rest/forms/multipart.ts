import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { badEncoding, badType } from '../../http/api-error.ts';
import { Form } from './form.ts';

const MAX_FIELDS = 100;
const MAX_FIELD_BYTES = 2 * 1024 * 1024;

/** Reads the fields of `multipart/form-data`; files are refused. `body` is whole and valid UTF-8. */
export async function readMultipart(contentType: string, body: Buffer): Promise<Form> {
  const form = new Form();
  const { promise, resolve, reject } = Promise.withResolvers<Form>();
  const parser = parserFor(contentType);
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) reject(badEncoding());
    else form.add(name, value);
  });
  parser.on('file', (_name, stream) => {
    stream.resume();
    reject(badType());
  });
  parser.on('fieldsLimit', () => reject(badEncoding()));
  parser.on('error', () => reject(badEncoding()));
  parser.on('finish', () => resolve(form));
  parser.end(body);
  return await promise;
}

function parserFor(contentType: string): BusboyInstance {
  try {
    const limits = { fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, files: 1 };
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw badEncoding();
  }
}
