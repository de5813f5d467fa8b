import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** How long somebody has stopped typing before their search is asked. */
const pauseMilliseconds = 300;

/**
 * What is in a search field, a moment ahead of the search that is kept elsewhere, such as in the address. `ask` is called once
 * somebody stops typing; a search that changes elsewhere, as by going back, changes the field.
 */
export function useTypedSearch(search: string, ask: (search: string) => void) {
  const [typed, type] = useState(search);
  const asked = useRef(search);
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    type(search);
  }, [search]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === asked.current) return;
    const timer = setTimeout(() => {
      if (wanted === asked.current) return;
      asked.current = wanted;
      askNow(wanted);
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed]);
  /** Says that this search is asked already, so that the field does not ask for it again. */
  const settle = (settled: string) => {
    asked.current = settled;
  };
  return { typed, type, settle };
}
