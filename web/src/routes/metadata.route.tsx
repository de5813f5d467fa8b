import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useLocation } from 'react-router';
import { GonePage } from '../app/gone-page.tsx';
import { MetadataBody } from '../features/show-metadata/metadata-body.tsx';
import { useFreshMetadata } from '../features/show-metadata/use-fresh-metadata.ts';
import { requireTexts } from '../i18n/change-locale.ts';
import { wasCreatedHere } from '../secrets/created-here.ts';
import { fetchMetadata, type Metadata } from '../secrets/metadata.ts';

/** Only owners load it: it needs the graph. */
const OwnerLabel = lazy(async () => {
  const [{ OwnerLabel: Component }] = await Promise.all([
    import('../features/label-secret/owner-label.tsx'),
    requireTexts(['app']),
  ]);
  return { default: Component };
});

export function MetadataRoute() {
  const { metadataKey, metadata } = useLoaderData<LoadedMetadata>();
  if (metadata === null) return <GonePage />;
  return <MetadataPage key={metadataKey} metadataKey={metadataKey} loaded={metadata} />;
}

function MetadataPage({ metadataKey, loaded }: { metadataKey: string; loaded: Metadata }) {
  const metadata = useFreshMetadata(metadataKey, loaded);
  const location = useLocation();
  // The history keeps only this flag; it survives a reload of the tab.
  const isCreatedHere = wasCreatedHere(metadataKey) || location.state?.createdHere === true;
  return (
    <MetadataBody
      metadataKey={metadataKey}
      metadata={metadata}
      isCreatedHere={isCreatedHere}
      isJustBurned={location.state?.justBurned === true}
      label={
        metadata.details.is_owner && (
          <Suspense fallback={<div className="card min-h-28" aria-busy="true" />}>
            <OwnerLabel metadataKey={metadataKey} />
          </Suspense>
        )
      }
    />
  );
}

export interface LoadedMetadata {
  readonly metadataKey: string;
  /** Null: no such page. */
  readonly metadata: Metadata | null;
}

/** Fetches what became of a message before the page opens. If this fails, the route's error page is shown. */
export async function loadMetadata({ params, request }: LoaderFunctionArgs): Promise<LoadedMetadata> {
  const metadataKey = params.metadataKey ?? '';
  return { metadataKey, metadata: await fetchMetadata(metadataKey, { signal: request.signal }) };
}
