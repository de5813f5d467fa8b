import { createContext, useContext } from 'react';

/** Asks the graph for a change. Where it wants a proof of who asks first, that is got, and then it is asked again. */
export type Prove = <Answer extends { readonly __typename: string }>(ask: () => Promise<Answer>) => Promise<Answer>;

/** Default: nothing is proven. Colonels are asked for password and code. */
export const ProofContext = createContext<Prove>((ask) => ask());

export const useProof = (): Prove => useContext(ProofContext);
