import { type ReactNode, useEffect, useId, useRef } from 'react';

interface ModalProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly size?: 'wide';
  /** The focus starts on the title, for a dialog that is read before anything is done. */
  readonly startsAtTitle?: boolean;
  /** Closed by Escape, the backdrop or a button. */
  readonly onClose: () => void;
}

/** Opens a native dialog as long as it is there, and then returns the focus to whatever opened it. */
export function useModalDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return dialog;
}

/** A native modal dialog: the browser keeps the focus inside. */
export function Modal({ title, children, size, startsAtTitle = false, onClose }: ModalProps) {
  const dialog = useModalDialog();
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (startsAtTitle) heading.current?.focus();
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
