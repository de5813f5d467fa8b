import { CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react';

/** `good` needs nothing, `wait` may come by itself, `bad` needs somebody, `unknown` is neither, such as not checked or paused. */
export type Tone = 'good' | 'wait' | 'bad' | 'unknown';

const icons = { good: CircleCheck, wait: Clock, bad: CircleAlert, unknown: CircleDashed } as const;

export const toneColours: Readonly<Record<Tone, string>> = {
  good: 'text-success',
  wait: 'text-warning',
  bad: 'text-danger',
  unknown: 'text-text-2',
};

export function ToneIcon({ tone }: { tone: Tone }) {
  const Icon = icons[tone];
  return <Icon className={`size-5 shrink-0 ${toneColours[tone]}`} strokeWidth={1.75} aria-hidden="true" />;
}
