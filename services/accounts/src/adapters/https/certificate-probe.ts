import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { codeOf } from '@onceover/service-kit/errors';
import { isPublicAddress } from '@onceover/service-kit/public-address';
import type { CertificateFinding, CertificateProbe } from '../../use-cases/domain/domain-ports.ts';

export interface CertificateProbeOptions {
  /** The port that browsers would use. */
  readonly port: number;
  /** For connection and handshake together. */
  readonly timeoutMs?: number;
  /** Which addresses may be connected to. For tests, whose servers are on loopback. */
  readonly isAllowed?: (address: string) => boolean;
  /** PEM of the authorities to trust. Default: those that Node trusts. */
  readonly authorities?: string;
}

/** What the failure of a handshake says about the certificate; any other failure says nothing about it. */
const findings: Readonly<Record<string, CertificateFinding>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong-name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
};

/**
 * Asks a host for its certificate as a browser would, by a TLS handshake and nothing more: no request is sent, so there is
 * nothing to redirect and nothing to read. The name is not looked up here. It is connected to one of the addresses given,
 * which must all be public; so no answer of a DNS server, however it changes, leads to a machine on our side.
 *
 * Units    connection and handshake have 4 s: some proxies obtain the certificate at the first handshake
 * Source   security 6.7, T20
 */
export function createCertificateProbe(options: CertificateProbeOptions): CertificateProbe {
  const { isAllowed = isPublicAddress } = options;
  return {
    async check(host, addresses) {
      const [address] = addresses;
      if (address === undefined) return 'unreachable';
      const areFine = addresses.every((each) => isIP(each) !== 0 && isAllowed(each));
      return areFine ? await shakeHands(host, address, options) : 'private-address';
    },
  };
}

function shakeHands(
  host: string,
  address: string,
  { port, timeoutMs = 4_000, authorities }: CertificateProbeOptions,
): Promise<CertificateFinding> {
  return new Promise((found) => {
    const trusted = authorities === undefined ? {} : { ca: authorities };
    const socket = connect({ host: address, port, servername: host, ALPNProtocols: ['http/1.1'], ...trusted });
    const end = (finding: CertificateFinding) => {
      clearTimeout(late);
      socket.destroy();
      found(finding);
    };
    const late = setTimeout(() => end('unreachable'), timeoutMs);
    socket.once('secureConnect', () => end('valid'));
    socket.on('error', (error) => end(findings[codeOf(error) ?? ''] ?? 'unreachable'));
    socket.once('close', () => end('unreachable'));
  });
}
