import type { Manifest, ManifestChunk } from 'vite';

/** Manifest ids of everything the given chunks load statically, including themselves. */
export function staticClosure(manifest: Manifest, ids: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const next of chunkOf(manifest, id).imports ?? []) visit(next);
  };
  ids.forEach(visit);
  return [...seen];
}

export function chunkOf(manifest: Manifest, id: string): ManifestChunk {
  const chunk = manifest[id];
  if (chunk === undefined) throw new Error(`The build has no chunk for ${id}`);
  return chunk;
}

export function stylesOf(manifest: Manifest, ids: readonly string[]): string[] {
  return [...new Set(staticClosure(manifest, ids).flatMap((id) => chunkOf(manifest, id).css ?? []))];
}
