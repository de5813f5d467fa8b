import { X509Certificate } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { readIfPresent } from '@onceover/service-kit/durable-file';

const RENEW_BEFORE_MS = 30 * 86_400_000;

/**
 * Whether a certificate is to be made: it or its key is missing, it ends within a month, or it lacks one of the names and addresses. What
 * was there is gone then.
 */
export async function isCertificateDue(
  directory: string,
  name: string,
  { hosts, now }: { readonly hosts: readonly string[]; readonly now: Date },
): Promise<boolean> {
  const files = [`${name}.crt`, `${name}.key`].map((file) => path.join(directory, file));
  const [certificate, key] = await Promise.all(files.map(readIfPresent));
  if (certificate && key && isGood(new X509Certificate(certificate), hosts, now)) return false;
  await Promise.all(files.map((file) => rm(file, { force: true })));
  return true;
}

function isGood(certificate: X509Certificate, hosts: readonly string[], now: Date): boolean {
  const lasts = certificate.validToDate.getTime() > now.getTime() + RENEW_BEFORE_MS;
  return lasts && hosts.every((host) => (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)));
}
