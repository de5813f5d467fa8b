import { z } from 'zod';
import type { PasskeyAnswer } from '../../use-cases/account/passkey-book.ts';

/** What browsers send is far below; some passkeys carry an id of a kilobyte. */
const mostCharacters = 16_384;

const base64url = z.string().regex(/^[\w-]+$/);

const publicKeyCredential = z.looseObject({
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url, userHandle: base64url.max(100).nullish() }),
});

const clientData = z.looseObject({
  challenge: base64url.max(100),
  origin: z.string(),
  crossOrigin: z.boolean().nullish(),
});

/** Reads what a browser sent; nothing of it is believed yet. Null: no browser sends that. */
export function readPasskeyAnswer(text: string): PasskeyAnswer | null {
  if (text.length > mostCharacters) return null;
  const { data: whole } = publicKeyCredential.safeParse(parsed(text));
  if (whole === undefined) return null;
  const { data: client } = clientData.safeParse(parsed(textIn(whole.response.clientDataJSON)));
  if (client === undefined) return null;
  const { userHandle } = whole.response;
  return {
    credentialId: whole.id,
    challenge: client.challenge,
    userHandle: userHandle === null || userHandle === undefined ? null : textIn(userHandle),
    origin: client.origin,
    isInFrame: client.crossOrigin === true,
    whole,
  };
}

const textIn = (encoded: string) => Buffer.from(encoded, 'base64url').toString('utf8');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
