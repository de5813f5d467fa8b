import { useTranslation } from 'react-i18next';
import { useLiveState } from './live-state.ts';

/** Says calmly whether what is shown changes by itself. Takes its place from the start, so that nothing moves. */
export function LiveMark() {
  const { i18n } = useTranslation();
  const state = useLiveState();
  const colour = state === 'live' ? 'bg-success' : 'border-2 border-border-strong';
  return (
    <span className="inline-flex min-h-5 items-center gap-1.5 text-small text-text-2" data-testid="live">
      {state !== 'off' && (
        <>
          <span aria-hidden="true" className={`size-2 rounded-full ${colour}`} />
          {i18n.t(state === 'live' ? 'live.on' : 'live.paused')}
        </>
      )}
    </span>
  );
}
