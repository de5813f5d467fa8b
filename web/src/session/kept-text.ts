import { useEffect, useRef, useState } from 'react';

/**
 * Typed text that survives a forced sign-out. It stays in this tab's memory, never in storage or history, and is given
 * back once, to the field that had it.
 */
const kept = new Map<string, string>();
const fields = new Map<string, () => string>();

let owner: string | null = null;

/** Saves the text of every registered field for the customer who typed it; empty fields are skipped. */
export function keepTypedText(custid: string | null): void {
  owner = custid;
  for (const [name, read] of fields) {
    const text = read();
    if (text !== '') kept.set(name, text);
  }
}

/** Keeps a text for the field of this name, as if it had been typed there. */
export function keepText(name: string, text: string): void {
  kept.set(name, text);
}

export function hasKeptText(): boolean {
  return kept.size > 0;
}

/** Forgets what another person typed: whoever signs in next in this tab must not get it. */
export function keepOnlyTextOf(custid: string | null): void {
  if (custid !== owner) kept.clear();
}

/** The text kept for this field, for as long as the field stands. It is forgotten once it stands, not while it is drawn: that may happen twice. */
export function useTakenText(name: string): string | null {
  const [text] = useState(() => kept.get(name) ?? null);
  useEffect(() => {
    kept.delete(name);
  }, [name]);
  return text;
}

export function useKeptField(name: string, text: string): void {
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => {
    fields.set(name, () => latest.current);
    return () => {
      fields.delete(name);
    };
  }, [name]);
}
