import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from './config.ts';
import { codeOf } from './errors.ts';

/** A file as whoever starts the program has named it. */
export interface NamedFile {
  readonly setting: string;
  readonly path: string;
}

/** Whom to trust, and who we are. */
export interface TlsFiles {
  readonly ca?: NamedFile | undefined;
  readonly cert?: NamedFile | undefined;
  readonly key?: NamedFile | undefined;
}

/** The PEM text of each file that was named. */
export type TlsTextsOf<Files extends TlsFiles> = {
  readonly [Part in keyof Files]: Files[Part] extends NamedFile ? string : string | undefined;
};

/**
 * Reads certificates and keys, and tries them before anybody is asked with them.
 *
 * Refuses  `ConfigError`, a sentence for each file that cannot be read, is not what it should be, has expired, or does not
 *          belong to the other
 */
export function readTlsFiles<Files extends TlsFiles>(files: Files): TlsTextsOf<Files> {
  const { ca, cert, key } = files;
  const problems: string[] = [];
  const texts = {
    ...(ca && { ca: textOf(ca, problems) }),
    ...(cert && { cert: textOf(cert, problems) }),
    ...(key && { key: textOf(key, problems) }),
  };
  if (ca && texts.ca !== '') certificateIn(texts.ca, ca, problems);
  const [own, ownKey] = [cert && certificateIn(texts.cert, cert, problems), key && keyIn(texts.key, key, problems)];
  if (cert && own && own.validToDate < new Date()) {
    problems.push(`${cert.setting}: the certificate in ${cert.path} has expired (${own.validTo}); put a new one there`);
  }
  if (cert && key && own && ownKey && !own.checkPrivateKey(ownKey)) {
    problems.push(`${key.setting}: the key in ${key.path} does not belong to the certificate in ${cert.path}`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return texts as TlsTextsOf<Files>;
}

function textOf({ setting, path }: NamedFile, problems: string[]): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    problems.push(`${setting}: the file ${path} cannot be read (${codeOf(error) ?? 'unknown'})`);
    return '';
  }
}

/** The first one; a file that could not be read has been told of. */
function certificateIn(text: string | undefined, file: NamedFile, problems: string[]): X509Certificate | undefined {
  return parsed(() => new X509Certificate(text ?? ''), 'certificate', { text, file, problems });
}

function keyIn(text: string | undefined, file: NamedFile, problems: string[]): KeyObject | undefined {
  return parsed(() => createPrivateKey(text ?? ''), 'private key that is not encrypted', { text, file, problems });
}

interface Parsing {
  readonly text: string | undefined;
  readonly file: NamedFile;
  readonly problems: string[];
}

function parsed<R>(parse: () => R, what: string, { text, file, problems }: Parsing): R | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return parse();
  } catch {
    // Without the cause, which may quote a key.
    problems.push(`${file.setting}: the file ${file.path} does not hold a ${what} in PEM`);
    return undefined;
  }
}

const UNKNOWN_AUTHORITY = 'its certificate is not from an authority that is trusted here';
const OWN_REFUSED = 'it refuses the certificate of this process, or wants one and was given none';
const NO_TLS = 'it does not speak TLS here';

/** What Node and OpenSSL call it. */
const TROUBLES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  INVALID_PURPOSE: 'its certificate is not one of a server',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  ERR_SSL_HTTP_REQUEST: NO_TLS,
  ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE: 'it has shown no certificate',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
};
/** What does not answer in TLS may be noticed while writing, and then the code says less than the message. */
const NOT_IN_TLS = /wrong version number|packet length too long/;
const ALERT_ABOUT_CERTIFICATE = /^ERR_SSL_[\w/]+_ALERT_(?:\w*CERTIFICATE\w*|UNKNOWN_CA)$/;

/** What is wrong between two sides of TLS, in words that follow the name of the other one; undefined if it is something else. */
export function tlsTrouble(error: unknown): string | undefined {
  const code = codeOf(error) ?? '';
  if (code === 'EPROTO' && error instanceof Error && NOT_IN_TLS.test(error.message)) return NO_TLS;
  return TROUBLES[code] ?? (ALERT_ABOUT_CERTIFICATE.test(code) ? OWN_REFUSED : undefined);
}
