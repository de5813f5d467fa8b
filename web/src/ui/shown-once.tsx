import { type ReactNode, useEffect, useRef } from 'react';
import { ActionButton } from './action-button.tsx';
import { CopyButton } from './copy-button.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly text: string;
  /** What the copy button copies, and its label. */
  readonly copy: { readonly text: string; readonly label: string };
  readonly kept: string;
  readonly onKept: () => void;
  readonly children: ReactNode;
}

/** New credentials, to copy or write down. They exist only as long as this component does. */
export function ShownOnce({ title, text, copy, kept, onKept, children }: ShownOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3 rounded-md border border-border-strong bg-secret-bg p-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {title}
      </h3>
      <p className="text-ui">{text}</p>
      {children}
      <div className="flex flex-wrap gap-3">
        <CopyButton text={copy.text} label={copy.label} />
        <ActionButton look="primary" className="self-start" onClick={onKept}>
          {kept}
        </ActionButton>
      </div>
    </div>
  );
}
