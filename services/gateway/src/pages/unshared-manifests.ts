import type { Asset } from './assets.ts';

/**
 * The files as they are served without a service worker: the manifests name no share target, so that the app leaves the share sheet, and
 * what people would share with it is not sent to the server.
 *
 * Source  ADR 76
 */
export function withoutShareTarget(assets: ReadonlyMap<string, Asset>): ReadonlyMap<string, Asset> {
  return new Map(
    assets.entries().map(([path, asset]) => [path, path.endsWith('.webmanifest') ? unshared(asset) : asset]),
  );
}

function unshared(asset: Asset): Asset {
  const { share_target: _, ...manifest } = JSON.parse(asset.plain.toString()) as Record<string, unknown>;
  return { ...asset, plain: Buffer.from(JSON.stringify(manifest)), br: undefined, gzip: undefined };
}
