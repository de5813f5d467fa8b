import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';

export type Way = 'more' | 'fewer' | 'same';

const icons = { more: ArrowUp, fewer: ArrowDown, same: ArrowRight } as const;

/** Which way a number went; beside it stand the words. */
export function WayIcon({ way, className }: { readonly way: Way; readonly className: string }) {
  const Icon = icons[way];
  return (
    <Icon
      className={`shrink-0 ${className} ${way === 'same' ? 'rtl:-scale-x-100' : ''}`}
      strokeWidth={1.75}
      aria-hidden="true"
    />
  );
}
