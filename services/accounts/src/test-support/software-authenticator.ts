import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type Cbor, cbor } from './cbor.ts';

export const algorithmNames = ['ES256', 'EdDSA', 'RS256'] as const;
export type AlgorithmName = (typeof algorithmNames)[number];

/** What a ceremony may do otherwise than it should. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isInFrame?: boolean;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the person was verified, by a finger or a PIN. */
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly hasWrongSignature?: boolean;
}

/** One passkey, made and used as browsers do it, without one. */
export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** Answers `PublicKeyCredentialCreationOptions`. */
  create(options: string, deviation?: Deviation): string;
  /** Answers `PublicKeyCredentialRequestOptions`. */
  get(options: string, deviation?: Deviation): string;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const encoded = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url');

/** `counts`: each use raises its counter; otherwise it is always 0, as on phones. */
export function softwareAuthenticator({
  algorithm = 'ES256' as AlgorithmName,
  counts = true,
  origin = 'http://localhost',
} = {}): SoftwareAuthenticator {
  const { privateKey, publicKey } = keyPairOf(algorithm);
  const id = randomBytes(32);
  let counter = counts ? 1 : 0;
  let userHandle: string | null = null;
  return {
    credentialId: encoded(id),
    create(options, deviation = {}) {
      const { challenge, rp, user } = JSON.parse(options);
      userHandle = user.id;
      const key = cbor(coseOf(publicKey, algorithm));
      const made = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = Buffer.concat([authDataOf(rp.id, { counter, ...deviation }, 64), made]);
      return answerOf(id, {
        clientDataJSON: encoded(clientDataOf({ type: 'webauthn.create', challenge, origin, ...deviation })),
        attestationObject: encoded(
          cbor(
            new Map<string, Cbor>([
              ['fmt', 'none'],
              ['attStmt', new Map()],
              ['authData', authData],
            ]),
          ),
        ),
        transports: ['internal'],
      });
    },
    get(options, deviation = {}) {
      const { challenge, rpId } = JSON.parse(options);
      if (counts) counter += 1;
      const authData = authDataOf(rpId, { counter, ...deviation });
      const clientData = clientDataOf({ type: 'webauthn.get', challenge, origin, ...deviation });
      const key = deviation.hasWrongSignature === true ? keyPairOf(algorithm).privateKey : privateKey;
      return answerOf(id, {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(authData),
        signature: encoded(signatureOf(algorithm, Buffer.concat([authData, sha256(clientData)]), key)),
        userHandle: deviation.userHandle === undefined ? userHandle : deviation.userHandle,
      });
    },
  };
}

function answerOf(id: Buffer, response: object): string {
  const name = encoded(id);
  return JSON.stringify({ id: name, rawId: name, type: 'public-key', response, clientExtensionResults: {} });
}

/** Flags: present 1, verified 4, a new passkey follows 64. */
function authDataOf(ownRpId: string, deviation: Deviation, more = 0): Buffer {
  const { rpId = ownRpId, isVerified = true, isPresent = true, counter = 0 } = deviation;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([(isPresent ? 1 : 0) | (isVerified ? 4 : 0) | more]), count]);
}

function clientDataOf({ type, challenge, origin, isInFrame = false }: Deviation): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isInFrame }));
}

function signatureOf(algorithm: AlgorithmName, data: Buffer, key: KeyObject): Buffer {
  return sign(algorithm === 'EdDSA' ? null : 'sha256', data, key);
}

function keyPairOf(algorithm: AlgorithmName) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** The public key as COSE has it. Source: RFC 9053 */
function coseOf(publicKey: KeyObject, algorithm: AlgorithmName): ReadonlyMap<number, Cbor> {
  const { x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const pairs = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
  } satisfies Record<AlgorithmName, [number, Cbor][]>;
  return new Map<number, Cbor>(pairs[algorithm] as [number, Cbor][]);
}
