import { X } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';

interface ActionButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly look?: 'primary' | 'danger' | 'quiet' | 'text-danger';
  /** Shown and announced as disabled, but it keeps the focus; its action does not run. */
  readonly isOff?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button that keeps the focus: while it is off it is `aria-disabled`, not `disabled`. */
export function ActionButton({ look = 'quiet', isOff = false, className = '', onClick, ...rest }: ActionButtonProps) {
  const act = (event: MouseEvent<HTMLButtonElement>) => {
    if (isOff) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={`btn btn-${look} ${className}`}
      aria-disabled={isOff || undefined}
      onClick={act}
    />
  );
}

interface CloseButtonProps {
  readonly label: string;
  readonly className?: string;
  readonly onClick: () => void;
}

export function CloseButton({ label, className = '', onClick }: CloseButtonProps) {
  return (
    <button type="button" className={`icon-button ${className}`} aria-label={label} onClick={onClick}>
      <X className="size-5" strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
