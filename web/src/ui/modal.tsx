import { type ReactNode, useEffect, useId, useRef } from 'react';

interface ModalProps {
  readonly title: string;
  readonly children: ReactNode;
  /** `wide` for content in columns. */
  readonly size?: 'wide';
  /** The focus starts on the title, for a dialog that is read before anything is done. */
  readonly startsAtTitle?: boolean;
  /** Closed by Escape, the backdrop or a button. */
  readonly onClose: () => void;
}

/** A native modal dialog: the browser keeps the focus inside and returns it to whatever opened it. */
export function Modal({ title, children, size, startsAtTitle = false, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    if (startsAtTitle) heading.current?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [startsAtTitle]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser's Escape does for the keyboard what the backdrop does
    <dialog
      ref={dialog}
      className={size === 'wide' ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="p-6">
        <h2 ref={heading} id={titleId} tabIndex={startsAtTitle ? -1 : undefined}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
