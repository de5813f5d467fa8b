import 'reflect-metadata';
import { isIP } from 'node:net';
import { join as joinPath } from 'node:path';
import { createDurably, makePrivateDirectory, readIfPresent } from '@onceover/service-kit/durable-file';
import { NamedError } from '@onceover/service-kit/errors';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** What cannot be done with the certificates that are there, for the person who typed the command. */
export class CertificateProblem extends NamedError {}

export interface CertificateRequest {
  readonly directory: string;
  /** Names and addresses by which the store is reached; none where it has its certificate. */
  readonly servers: readonly string[];
  /** Names of the clients that may ask. */
  readonly clients: readonly string[];
  /** Names of processes that ask and are asked, with the names and addresses by which they are reached. */
  readonly peers?: Readonly<Record<string, readonly string[]>>;
  readonly days: number;
  readonly now: Date;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
const NAME = /^[\w.-]{1,64}$/;

interface Signer {
  readonly certificate: X509Certificate;
  readonly privateKey: CryptoKey;
}

/**
 * Makes what the store and its clients need to know each other, in files for their owner alone: the authority (`ca.crt`,
 * `ca.key`; made once), `server.crt`, `server.key`, and `<name>.crt`, `<name>.key` of each client. Gives the files.
 *
 * Refuses  CertificateProblem: a file is there already, and is never replaced
 */
export async function makeCertificates(request: CertificateRequest): Promise<readonly string[]> {
  const { peers = {} } = request;
  for (const name of [...request.clients, ...Object.keys(peers)]) {
    if (!NAME.test(name) || ['ca', 'server'].includes(name)) {
      throw new CertificateProblem(`${JSON.stringify(name)} is no name for a client: give letters, digits and . _ -`);
    }
  }
  await makePrivateDirectory(request.directory);
  const { authority, made } = await openAuthority(request);
  const issued: (readonly string[])[] = [];
  if (request.servers.length > 0) {
    const server = { file: 'server', name: 'key-store', uses: [ExtendedKeyUsage.serverAuth], at: request.servers };
    issued.push(await issue(request, authority, server));
  }
  for (const name of request.clients) {
    issued.push(await issue(request, authority, { file: name, name, uses: [ExtendedKeyUsage.clientAuth], at: [] }));
  }
  for (const [name, at] of Object.entries(peers)) {
    const uses = [ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth];
    issued.push(await issue(request, authority, { file: name, name, uses, at }));
  }
  return [...made, ...issued.flat()];
}

async function openAuthority(request: CertificateRequest): Promise<{ authority: Signer; made: readonly string[] }> {
  const [cert, key] = [joinPath(request.directory, 'ca.crt'), joinPath(request.directory, 'ca.key')];
  const [certText, keyText] = [await readIfPresent(cert), await readIfPresent(key)];
  if (certText !== null && keyText !== null) {
    const certificate = new X509Certificate(certText.toString('utf8'));
    const [pkcs8] = PemConverter.decode(keyText.toString('utf8'));
    if (pkcs8 === undefined) throw new CertificateProblem(`${key} holds no private key.`);
    const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']);
    return { authority: { certificate, privateKey }, made: [] };
  }
  if (certText !== null || keyText !== null) {
    throw new CertificateProblem(
      `Of ${cert} and ${key} only one is there. Put the other back, or choose an empty directory.`,
    );
  }
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: 'CN=Onceover authority',
    ...validity(request.now, AUTHORITY_DAYS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const made = await write(request.directory, 'ca', certificate, keys.privateKey);
  return { authority: { certificate, privateKey: keys.privateKey }, made };
}

interface Issued {
  readonly file: string;
  readonly name: string;
  readonly uses: readonly ExtendedKeyUsage[];
  /** Names and addresses, for a server. */
  readonly at: readonly string[];
}

async function issue(request: CertificateRequest, authority: Signer, { file, name, uses, at }: Issued) {
  const keys = await newKeys();
  const names = at.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const);
  const certificate = await X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: `CN=${name}`,
    issuer: authority.certificate.subject,
    ...validity(request.now, request.days),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: authority.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([...uses], true),
      ...(names.length === 0 ? [] : [new SubjectAlternativeNameExtension(names)]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
    ],
  });
  return await write(request.directory, file, certificate, keys.privateKey);
}

const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** 127 random bits: positive, and never twice. */
function serial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

/** From five minutes ago, for clocks that are behind. */
function validity(now: Date, days: number) {
  return { notBefore: new Date(now.getTime() - 300_000), notAfter: new Date(now.getTime() + days * DAY_MS) };
}

async function write(
  directory: string,
  file: string,
  certificate: X509Certificate,
  privateKey: CryptoKey,
): Promise<readonly string[]> {
  const [cert, key] = [joinPath(directory, `${file}.crt`), joinPath(directory, `${file}.key`)];
  const pkcs8 = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');
  for (const [path, text] of [
    [key, pkcs8],
    [cert, certificate.toString('pem')],
  ] as const) {
    if (!(await createDurably(path, Buffer.from(`${text}\n`), 0o400))) {
      throw new CertificateProblem(
        `${path} is there already, and is not replaced. Move it away, or choose another directory.`,
      );
    }
  }
  return [key, cert];
}
