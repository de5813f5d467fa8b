import { type FormEvent, useRef, useState } from 'react';

/** Does one thing at a time, however often the button is pressed, and keeps why the last one failed. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isUnderWay = useRef(false);
  const run = async (work: () => Promise<unknown>) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { isBusy, error, run };
}

/** Sends a form once. Typed text stays, whatever happens. */
export function useSubmit(send: (fields: FormData) => Promise<void>) {
  const { isBusy, error, run } = useAction();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void run(() => send(fields));
  };
  return { isBusy, error, onSubmit };
}

/** The text of one field; empty if the form has no such field. */
export function textIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
