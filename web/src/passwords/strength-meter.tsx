import { useCallback, useEffect, useRef, useState } from 'react';
import { type StrengthLevel, strengthLevel } from './strength-level.ts';

const steps = { short: 1, weak: 1, fair: 2, strong: 3 } as const;
const tones = { short: 'bg-danger', weak: 'bg-danger', fair: 'bg-warning', strong: 'bg-success' } as const;

interface StrengthMeterProps {
  readonly level: StrengthLevel | null;
  readonly label: string;
  readonly text: string;
}

/** Three bars and a sentence; the sentence carries the meaning and is announced when it changes. */
export function StrengthMeter({ level, label, text }: StrengthMeterProps) {
  return (
    <div className="mt-2 min-h-5" data-testid="strength" data-level={level ?? undefined}>
      {level !== null && (
        <div className="mb-1 grid grid-cols-3 gap-1" aria-hidden="true">
          {[1, 2, 3].map((step) => (
            <span key={step} className={`h-1 rounded-full ${step <= steps[level] ? tones[level] : 'bg-border'}`} />
          ))}
        </div>
      )}
      <p role="status" className="text-small text-text-2" aria-label={label}>
        {text}
      </p>
    </div>
  );
}

/**
 * Judges what is typed, in a worker that is loaded by `begin`. Null while nothing is typed.
 * Where workers do not run, the length alone decides.
 */
export function useStrength(password: string, shortestCharacters: number) {
  const worker = useRef<Worker | null>(null);
  const asked = useRef({ id: 0, password: '' });
  const [judged, setJudged] = useState<{ password: string; score: number } | null>(null);

  const begin = useCallback(() => {
    if (worker.current !== null) return;
    const started = new Worker(new URL('./strength.worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<{ id: number; score: number }>) => {
      if (data.id === asked.current.id) setJudged({ password: asked.current.password, score: data.score });
    });
    worker.current = started;
  }, []);

  useEffect(() => {
    if (password === '' || worker.current === null) return;
    asked.current = { id: asked.current.id + 1, password };
    worker.current.postMessage(asked.current);
  }, [password]);

  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );

  if (password === '') return { level: null, begin };
  const score = judged?.password === password ? judged.score : null;
  return { level: strengthLevel(password, score, shortestCharacters), begin };
}
