import { concealAnswer } from '@onceover/schema/rest/secret';
import { type Answer, ask, post } from '../../support/http.ts';
import { expectOk } from './expectations.ts';

/** Keys of a secret that a visitor has just concealed. */
export interface Concealed {
  readonly secretKey: string;
  readonly metadataKey: string;
  readonly secretShortkey: string;
}

export const CONCEAL = '/api/v2/secret/conceal';
export const unknownKey = '0123456789abcdefghijklmnopqrstu';

/** A visitor conceals a text. */
export async function conceal(url: string, fields: Readonly<Record<string, string>> = {}): Promise<Concealed> {
  const { record } = expectOk(await post(url, CONCEAL, { secret: 'tea at 5?', ...fields }), concealAnswer);
  return {
    secretKey: record.secret.key,
    metadataKey: record.metadata.key,
    secretShortkey: record.secret.shortkey,
  };
}

export function look(url: string, secretKey: string): Promise<Answer> {
  return ask(url, `/api/v2/secret/${secretKey}`);
}

export function reveal(
  url: string,
  secretKey: string,
  fields: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return post(url, `/api/v2/secret/${secretKey}`, { continue: 'true', ...fields }, headers);
}

export function showPrivate(url: string, metadataKey: string): Promise<Answer> {
  return ask(url, `/api/v2/private/${metadataKey}`);
}

export function burn(url: string, metadataKey: string, fields: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return post(url, `/api/v2/private/${metadataKey}/burn`, { continue: 'true', ...fields });
}

/** A claim token such as a browser creates. */
export function claimToken(): string {
  return crypto.randomUUID().replaceAll('-', '');
}
