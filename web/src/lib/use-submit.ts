import { type FormEvent, useCallback, useRef, useState } from 'react';

/** Sends a form once, however often the button is pressed. Typed text stays, whatever happens. */
export function useSubmit(send: (fields: FormData) => Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isUnderWay = useRef(false);
  const onSubmit = useCallback(
    async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setBusy(true);
      setError(null);
      try {
        await send(new FormData(event.currentTarget));
      } catch (failure) {
        setError(failure);
      } finally {
        isUnderWay.current = false;
        setBusy(false);
      }
    },
    [send],
  );
  return { isBusy, error, onSubmit };
}

/** The text of one field; empty if the form has no such field. */
export function textIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
