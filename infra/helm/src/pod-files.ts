import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Mount, Pod, SecretSource, Volume } from './manifest.ts';

/** What is in the Secrets of the namespace: the content of an entry, and the entries of a Secret that is mounted whole. */
export interface Secrets {
  contentOf(secret: string, key: string, path: string): Buffer;
  entriesOf(secret: string): readonly string[];
}

/** The files that containers of a pod see, in a directory each, as a kubelet lays them out. */
export interface PodFiles {
  /** Where a file that a container names lies here; undefined where nothing is mounted there. */
  placeOf(mounts: readonly Mount[], file: string): { readonly place: string; readonly isReadOnly: boolean } | undefined;
}

/** Lays out the volumes of a pod below `directory`. */
export function layOut(pod: Pod, secrets: Secrets, directory: string): PodFiles {
  for (const volume of pod.volumes) {
    const place = path.join(directory, volume.name);
    mkdirSync(place, { recursive: true });
    const files = filesOf(volume, secrets);
    if (files !== undefined) project(place, files, modeOf(volume));
  }
  return {
    placeOf(mounts, file) {
      const [mount] = mounts
        .filter(({ mountPath }) => file === mountPath || file.startsWith(`${mountPath}/`))
        .toSorted((one, other) => other.mountPath.length - one.mountPath.length);
      if (mount === undefined) return undefined;
      const place = path.join(directory, mount.name, file.slice(mount.mountPath.length));
      return { place, isReadOnly: mount.readOnly === true };
    },
  };
}

type Files = ReadonlyMap<string, Buffer>;

/** Undefined for a volume that begins empty. */
function filesOf({ secret, projected }: Volume, secrets: Secrets): Files | undefined {
  if (secret !== undefined) {
    const { secretName: name } = secret;
    return new Map(secrets.entriesOf(name).map((key) => [key, secrets.contentOf(name, key, key)]));
  }
  return projected && new Map(projected.sources.flatMap(({ secret: source }) => [...projectedFiles(source, secrets)]));
}

/** What is optional is not there. */
function projectedFiles({ name, items, optional }: SecretSource, secrets: Secrets): Files {
  if (optional) return new Map();
  return new Map(items.map(({ key, path: place }) => [place, secrets.contentOf(name, key, place)]));
}

const modeOf = ({ secret, projected }: Volume): number => secret?.defaultMode ?? projected?.defaultMode ?? 0o644;

/** A folder with a date, a link to it, and links through that: so a kubelet exchanges all files at once. */
function project(place: string, files: Files, mode: number): void {
  const dated = path.join(place, '..2026_01_01');
  mkdirSync(dated);
  for (const [name, content] of files) {
    const file = path.join(dated, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
  }
  symlinkSync('..2026_01_01', path.join(place, '..data'));
  const shown = new Set([...files.keys()].map((name) => name.split('/')[0] ?? ''));
  for (const name of shown) symlinkSync(path.join('..data', name), path.join(place, name));
}
