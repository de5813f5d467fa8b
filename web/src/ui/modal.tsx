import { type ReactNode, useEffect, useId, useRef } from 'react';

interface ModalProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Escape, the backdrop or a button closed it. */
  readonly onClose: () => void;
}

/** A native modal dialog: the browser keeps the focus inside and gives it back to what opened it. */
export function Modal({ title, children, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser's Escape does for the keyboard what the backdrop does
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="p-6">
        <h2 id={titleId}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
