import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface TestCertificate {
  /** PEM. */
  readonly key: string;
  /** PEM; whoever trusts it as an authority accepts it. */
  readonly cert: string;
}

const day = 86_400_000;

/**
 * A certificate that vouches for itself, for one host or IPv4 address, valid for `days` (default: one) from `from` (default: yesterday, so that
 * it is valid now).
 */
export function testCertificate(
  host: string,
  { from = new Date(Date.now() - day / 2), days = 1 } = {},
): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
  const name = sequence(set(sequence(commonName, der(0x0c, Buffer.from('test')))));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1, ...randomBytes(8)),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(new Date(from.getTime() + days * day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, subjectAltName(host))),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  const cert = sequence(body, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/* Just enough of X.509 (RFC 5280) in DER (X.690): tag, length, content. */

function der(tag: number, content: Uint8Array): Buffer {
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(part: Uint8Array): Buffer {
  return der(0x31, part);
}

/** A positive one, without a leading zero. */
function integer(...bytes: readonly number[]): Buffer {
  return der(0x02, Buffer.from(bytes));
}

function time(moment: Date): Buffer {
  return der(0x17, Buffer.from(`${moment.toISOString().slice(2, 19).replace(/\D/g, '')}Z`));
}

const commonName = der(0x06, Buffer.from('550403', 'hex'));
/** basicConstraints, critical: this is an authority. */
const isAuthority = sequence(
  der(0x06, Buffer.from('551d13', 'hex')),
  der(0x01, Buffer.from([0xff])),
  der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
);

function subjectAltName(host: string): Buffer {
  const name = isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
  return sequence(der(0x06, Buffer.from('551d11', 'hex')), der(0x04, sequence(name)));
}
