import { readFile, stat, statfs } from 'node:fs/promises';
import { join, sha256 } from './crypto.ts';
import { codeOf } from './errors.ts';

/** Where Linux keeps the id of an installation, which outlives reboots. Containers have none, or one of their own. */
const MACHINE_ID_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id'];
const MACHINE_ID = /^[0-9a-f]{32}$/;

/** `f_type` of file systems that several hosts see at once: NFS, SMB, CIFS, SMB2, Ceph, AFS, Lustre, GFS2, OCFS2. */
const SHARED_FILE_SYSTEMS = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400, 0x5346414f, 0x0bd00bd0, 0x01161970, 0x7461636f,
]);

/**
 * Tells this host from others, across reboots; null where nothing does. It is a hash, as the id of a machine is not for
 * others to know. `given` is the operator's own name for the host.
 */
export async function hostIdentity(given: string | undefined): Promise<string | null> {
  if (given !== undefined) return hashed('given', given);
  for (const path of MACHINE_ID_FILES) {
    const id = await readMachineId(path);
    if (id !== null) return hashed('machine', id);
  }
  return null;
}

/** When a directory was made, in nanoseconds: a copy of it was made at another time. Null where nobody knows. */
export async function madeAt(directory: string): Promise<string | null> {
  const { birthtimeNs } = await stat(directory, { bigint: true });
  return birthtimeNs === 0n ? null : String(birthtimeNs);
}

/** Whether other hosts may see the same files. */
export async function isShared(directory: string): Promise<boolean> {
  return SHARED_FILE_SYSTEMS.has((await statfs(directory)).type >>> 0);
}

async function readMachineId(path: string): Promise<string | null> {
  try {
    const id = (await readFile(path, 'utf8')).trim();
    return MACHINE_ID.test(id) ? id : null;
  } catch (error) {
    if (['ENOENT', 'EACCES'].includes(codeOf(error) ?? '')) return null;
    throw error;
  }
}

function hashed(source: string, id: string): string {
  return sha256(join('onceover/v1/host', source, id))
    .toString('hex')
    .slice(0, 32);
}
