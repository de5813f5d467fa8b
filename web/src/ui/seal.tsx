export type SealState = 'sealed' | 'opened' | 'burned' | 'expired';

/* The ring's circumference is 2π·18 ≈ 113: whole, with a gap, or in dashes. */
const rings: Readonly<Record<SealState, string>> = {
  sealed: '113.1 0',
  opened: '86 27.1',
  burned: '7.57 6.57',
  expired: '113.1 0',
};

const tones: Readonly<Record<SealState, string>> = {
  sealed: 'text-accent',
  opened: 'text-success',
  burned: 'text-danger',
  expired: 'text-text-3',
};

interface SealProps {
  readonly state: SealState;
  readonly size?: 20 | 48 | 72;
  /** It has just happened: the ring opens, or breaks into dashes, before the reader's eyes. */
  readonly isFresh?: boolean;
}

/** Our logo and the status icon: closed ring, open ring, dashed ring, clock hand. The word stands beside it. */
export function Seal({ state, size = 48, isFresh = false }: SealProps) {
  return (
    <svg
      className={tones[state]}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 20 ? 5 : 3.5}
      strokeLinecap={state === 'burned' ? 'butt' : 'round'}
      aria-hidden="true"
      data-seal={state}
      data-fresh={isFresh || undefined}
    >
      <circle
        className="seal-ring"
        cx="24"
        cy="24"
        r="18"
        strokeDasharray={rings[state]}
        transform="rotate(-18 24 24)"
      />
      {state === 'sealed' && <circle cx="24" cy="24" r="5" fill="currentColor" stroke="none" />}
      {state === 'expired' && <path d="M24 14v10l6 5" strokeLinejoin="round" />}
    </svg>
  );
}
