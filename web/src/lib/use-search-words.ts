import { useSearchParams } from 'react-router';

/** What a filter in the address says, and a way to say something else in place; the empty word leaves a name out. */
export function useSearchWords(): [URLSearchParams, (name: string, word: string) => void] {
  const [said, say] = useSearchParams();
  const changed = (before: URLSearchParams, name: string, word: string) => {
    const next = new URLSearchParams(before);
    if (word === '') next.delete(name);
    else next.set(name, word);
    return next;
  };
  return [said, (name, word) => say((before) => changed(before, name, word), { replace: true })];
}
