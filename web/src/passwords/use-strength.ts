import { useCallback, useEffect, useRef, useState } from 'react';
import { type StrengthLevel, strengthLevel } from './strength-level.ts';

interface Answer {
  readonly id: number;
  readonly score: number;
}

/**
 * Judges what is typed, in a worker that is loaded by `begin` (on the first focus). Null while nothing is typed.
 * Where workers do not run, the length alone decides.
 */
export function useStrength(password: string): { level: StrengthLevel | null; begin: () => void } {
  const worker = useRef<Worker | null>(null);
  const latest = useRef(0);
  const [judged, setJudged] = useState<{ password: string; score: number } | null>(null);
  const asked = useRef('');

  const begin = useCallback(() => {
    if (worker.current !== null) return;
    const started = new Worker(new URL('./strength.worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.id === latest.current) setJudged({ password: asked.current, score: data.score });
    });
    worker.current = started;
  }, []);

  useEffect(() => {
    if (password === '' || worker.current === null) return;
    latest.current += 1;
    asked.current = password;
    worker.current.postMessage({ id: latest.current, password });
  }, [password]);

  useEffect(
    () => () => {
      worker.current?.terminate();
      worker.current = null;
    },
    [],
  );

  if (password === '') return { level: null, begin };
  return { level: strengthLevel(password, judged?.password === password ? judged.score : null), begin };
}
