import { z } from 'zod';

/** How a request from the public address arrived at the gateway, as it tells whoever has its key. */
export const mirrored = z.object({
  /** Whom the connection was from: the proxy, where there is one. */
  from: z.string(),
  /** The address that the request counts for. */
  visitor: z.string(),
  /** host[:port] that it was for. */
  host: z.string(),
  /** Whether it named a visitor at all. */
  isForwarded: z.boolean(),
  /** Whether whoever named the visitor is trusted. */
  isBelieved: z.boolean(),
});
export type Mirrored = Readonly<z.infer<typeof mirrored>>;
