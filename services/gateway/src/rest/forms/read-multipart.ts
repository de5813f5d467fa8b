import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { ApiError, badEncoding, badPayload, badType } from '../../http/api-error.ts';
import { Form, formLimits } from './form.ts';

/** The parser cannot be stopped within a piece, so what it reads after a breach is at most the rest of one. */
const PIECE_BYTES = 4096;

/**
 * Reads the fields of `multipart/form-data`, piece by piece, and destroys the parser at the first thing it refuses:
 * files among them.
 */
export async function readMultipart(contentType: string, body: Buffer): Promise<Form> {
  if (!isUtf8(body)) throw badEncoding();
  const form = new Form();
  const parser = parserFor(contentType, body);
  const refuse = (error: ApiError) => void parser.destroy(error);
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) {
      refuse(badEncoding());
      return;
    }
    try {
      form.add(name, value);
    } catch {
      // A listener that throws would end the process.
      refuse(badPayload());
    }
  });
  parser.on('file', (_name, stream) => {
    stream.on('error', () => undefined).resume();
    refuse(badType());
  });
  for (const limit of ['partsLimit', 'fieldsLimit'] as const) parser.on(limit, () => refuse(badPayload()));
  try {
    await pipeline(Readable.from(piecesOf(body)), parser);
  } catch (error) {
    throw error instanceof ApiError ? error : badEncoding();
  }
  return form;
}

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
}

function parserFor(contentType: string, body: Buffer): BusboyInstance {
  const limits = { fields: formLimits.fields, parts: formLimits.fields, fieldSize: body.length, files: 1 };
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    throw badEncoding();
  }
}
