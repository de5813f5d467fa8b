import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchMetadata, type Metadata } from '../../secrets/metadata.ts';
import { QueryProblem } from '../../ui/query-state.tsx';
import { storyOf } from './story.ts';
import { Story } from './timeline.tsx';
import { useFreshMetadata } from './use-fresh-metadata.ts';

interface Loaded {
  /** Undefined: it is being loaded; null: there is nothing any more. */
  readonly metadata?: Metadata | null;
  readonly error?: unknown;
}

/** The story of a secret by its owner handle, as its private page tells it: loaded when it is shown, and live from then on. */
export function RowStory({ metadataKey }: { readonly metadataKey: string }) {
  const { t } = useTranslation();
  const [{ metadata, error }, setLoaded] = useState<Loaded>({});
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same question again
  useEffect(() => {
    const stop = new AbortController();
    const tell = (loaded: Loaded) => stop.signal.aborted || setLoaded(loaded);
    setLoaded({});
    fetchMetadata(metadataKey, { signal: stop.signal }).then(
      (found) => tell({ metadata: found }),
      (failure: unknown) => tell({ error: failure }),
    );
    return () => stop.abort();
  }, [metadataKey, turn]);
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => setTurn(turn + 1)} />;
  if (metadata === undefined)
    return (
      <p aria-busy="true" className="text-ui text-text-2">
        {t('busy.loading')}
      </p>
    );
  if (metadata === null) return <p className="text-ui text-text-2">{t('gone.heading')}</p>;
  return <FreshStory metadataKey={metadataKey} loaded={metadata} />;
}

function FreshStory({ metadataKey, loaded }: { readonly metadataKey: string; readonly loaded: Metadata }) {
  const { t } = useTranslation('public');
  const metadata = useFreshMetadata(metadataKey, loaded);
  return <Story metadata={metadata} steps={storyOf(metadata, metadata.record.state, t)} />;
}
