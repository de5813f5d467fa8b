import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';

/** The person closed what the browser showed, or did nothing for too long: nothing is wrong. */
export class PasskeyCanceled extends Error {}
/** The device has a passkey for this account already. */
export class PasskeyKnown extends Error {}

/** Lets the browser make a passkey; its answer, as JSON. */
export async function createPasskey(options: string): Promise<string> {
  return await answered(() => startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Lets the browser answer by a passkey, as JSON. */
export async function answerByPasskey(options: string): Promise<string> {
  return await answered(() => startAuthentication({ optionsJSON: JSON.parse(options) }));
}

async function answered(ask: () => Promise<object>): Promise<string> {
  try {
    return JSON.stringify(await ask());
  } catch (error) {
    throw inOurWords(error);
  }
}

function inOurWords(error: unknown): unknown {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return new PasskeyKnown();
  }
  const isCanceled = error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
  return isCanceled ? new PasskeyCanceled() : error;
}
