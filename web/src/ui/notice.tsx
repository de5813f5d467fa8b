import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CloseButton } from './action-button.tsx';

const icons = { error: CircleAlert, success: CircleCheck, warning: TriangleAlert, info: Info } as const;

interface NoticeProps {
  readonly kind: keyof typeof icons;
  readonly title?: string;
  readonly children: ReactNode;
  readonly id?: string;
  /** Takes the focus when it appears, so that people hear and see at once that a form failed. */
  readonly takesFocus?: boolean;
  readonly dismiss?: { readonly label: string; readonly onDismiss: () => void };
}

/** A box with icon, words and colour. Errors are alerts; screen readers find the rest in reading order. */
export function Notice({ kind, title, children, id, takesFocus = false, dismiss }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const Icon = icons[kind];
  return (
    <div
      ref={box}
      id={id}
      className={`notice notice-${kind} enter`}
      role={kind === 'error' ? 'alert' : undefined}
      tabIndex={takesFocus ? -1 : undefined}
    >
      <Icon className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <div className="notice-body">{children}</div>
      </div>
      {dismiss !== undefined && (
        <CloseButton className="-my-2 -me-3" label={dismiss.label} onClick={dismiss.onDismiss} />
      )}
    </div>
  );
}
