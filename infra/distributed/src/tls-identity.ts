import type { TlsIdentity } from '@onceover/service-http/serve-service';
import { readTlsFiles } from '@onceover/service-kit/tls';
import type { ProcessConfig } from './config.ts';

type TlsSettings = Pick<ProcessConfig, 'tlsCertFile' | 'tlsKeyFile' | 'tlsCaFile'>;

/** The certificate by which a process and the others know each other; undefined where they ask in plain HTTP. */
export function tlsIdentityOf({ tlsCertFile, tlsKeyFile, tlsCaFile }: TlsSettings): TlsIdentity | undefined {
  if (tlsCertFile === undefined || tlsKeyFile === undefined || tlsCaFile === undefined) return undefined;
  return readTlsFiles({
    cert: { setting: 'ONCEOVER_INTERNAL_TLS_CERT_FILE', path: tlsCertFile },
    key: { setting: 'ONCEOVER_INTERNAL_TLS_KEY_FILE', path: tlsKeyFile },
    ca: { setting: 'ONCEOVER_INTERNAL_TLS_CA_FILE', path: tlsCaFile },
  });
}
