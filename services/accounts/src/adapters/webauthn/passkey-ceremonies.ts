import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { challengeSeconds } from '../../domain/passkey/passkey.ts';
import type { PasskeyAnswer, PasskeyCeremonies, StoredPasskey } from '../../use-cases/account/passkey-book.ts';
import { readPasskeyAnswer } from './passkey-answer.ts';
import type { PasskeySite } from './passkey-site.ts';

/** Loaded when the first passkey comes: with its readers of certificates it is half a megabyte. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

const siteName = 'Onceover';
const timeout = challengeSeconds * 1000;
/** EdDSA, ES256, RS256: what every passkey of today has one of. */
const algorithms = [-8, -7, -257];
const knownTransports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/**
 * The ceremonies by SimpleWebAuthn. A passkey is kept with its account's name on it and verifies the person, so that it can
 * sign in alone; who made it is not asked for.
 *
 * Source  WebAuthn level 3, 7.1 and 7.2
 */
export function createPasskeyCeremonies(site: PasskeySite): PasskeyCeremonies {
  const { rpId } = site;
  const isOurs = ({ origin, isInFrame }: PasskeyAnswer) => site.isOwn(origin) && !isInFrame;
  return {
    async creationOptions({ challenge, accountRef, email, existing }) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: siteName,
        rpID: rpId,
        userID: new Uint8Array(Buffer.from(accountRef)),
        userName: email,
        userDisplayName: email,
        challenge: bytesOf(challenge),
        timeout,
        attestationType: 'none',
        excludeCredentials: existing.map(descriptorOf),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
      return JSON.stringify(options);
    },
    async requestOptions({ challenge, passkeys }) {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        challenge: bytesOf(challenge),
        timeout,
        allowCredentials: passkeys.map(descriptorOf),
        userVerification: passkeys.length === 0 ? 'required' : 'preferred',
      });
      return JSON.stringify(options);
    },
    readAnswer: readPasskeyAnswer,
    checkCreation: (answer) => (isOurs(answer) ? checkCreation(answer, rpId) : Promise.resolve(null)),
    checkAnswer: (answer, passkey, { mustVerifyPerson }) =>
      isOurs(answer) ? checkAnswer(answer, passkey, { rpId, mustVerifyPerson }) : Promise.resolve(null),
  };
}

async function checkCreation(answer: PasskeyAnswer, rpId: string) {
  const response = answer.whole as unknown as RegistrationResponseJSON;
  if (!(await hasNoMaker(response.response.attestationObject))) return null;
  const { verifyRegistrationResponse } = await library();
  const checked = await ifRight(() =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: answer.challenge,
      expectedOrigin: answer.origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (checked === null || !checked.verified) return null;
  const { credential, credentialBackedUp } = checked.registrationInfo;
  const { id, publicKey, counter, transports } = credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    transports: transportsAmong(transports),
    counter,
    isBackedUp: credentialBackedUp,
  };
}

/** What checking a signature may ask beside it. */
interface Demands {
  readonly rpId: string;
  readonly mustVerifyPerson: boolean;
}

async function checkAnswer(answer: PasskeyAnswer, passkey: StoredPasskey, { rpId, mustVerifyPerson }: Demands) {
  const { verifyAuthenticationResponse } = await library();
  const checked = await ifRight(() =>
    verifyAuthenticationResponse({
      response: answer.whole as unknown as AuthenticationResponseJSON,
      expectedChallenge: answer.challenge,
      expectedOrigin: answer.origin,
      expectedRPID: rpId,
      requireUserVerification: mustVerifyPerson,
      // The counter is judged where a wrong one is recorded.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    }),
  );
  if (checked === null || !checked.verified) return null;
  const { newCounter, credentialBackedUp } = checked.authenticationInfo;
  return { counter: newCounter, isBackedUp: credentialBackedUp };
}

/** No certificate of a maker, which we did not ask for: checking one would ask its maker's server. */
async function hasNoMaker(attestationObject: unknown): Promise<boolean> {
  if (typeof attestationObject !== 'string') return false;
  const { decodeAttestationObject, isoBase64URL } = await helpers();
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** The library throws for whatever is not as it should be; nothing else can fail in it. */
async function ifRight<R>(check: () => Promise<R>): Promise<R | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, 'base64url'));

const descriptorOf = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  transports: [...transports],
});

function transportsAmong(transports: unknown): readonly string[] {
  return Array.isArray(transports) ? [...new Set(transports)].filter((each) => knownTransports.has(each)) : [];
}
