import type { Model, Timed } from './find-order.ts';

export type SecretState = 'new' | 'received' | 'burned';

/** What a client asked about one secret, and what it was told; `unknown` if the answer was lost. */
export type Told =
  | { readonly call: 'reveal'; readonly answer: 'content'; readonly content: string }
  | { readonly call: 'reveal'; readonly answer: 'gone' | 'unknown' }
  | { readonly call: 'burn'; readonly answer: 'burned' | 'refused' | 'unknown' }
  | { readonly call: 'look'; readonly answer: 'shown' | 'gone' }
  | { readonly call: 'metadata'; readonly answer: SecretState };

export type Operation = Told & Timed;

/** A secret without a passphrase that was concealed with this content, and is asked without an `Idempotency-Key`. */
export function secretModel(content: string): Model<SecretState, Operation> {
  return {
    initial: 'new',
    next: (state, operation) => nextState(state, operation, content),
    isUnknown: ({ answer }) => answer === 'unknown',
  };
}

function nextState(state: SecretState, told: Told, content: string): SecretState | null {
  const isNew = state === 'new';
  switch (told.call) {
    case 'reveal':
      if (told.answer === 'gone') return isNew ? null : state;
      if (told.answer === 'content' && told.content !== content) return null;
      return isNew ? 'received' : null;
    case 'burn':
      if (told.answer === 'refused') return isNew ? null : state;
      return isNew ? 'burned' : null;
    case 'look':
      return isNew === (told.answer === 'shown') ? state : null;
    case 'metadata':
      return told.answer === state ? state : null;
  }
}
