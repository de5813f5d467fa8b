import { z } from 'zod';

/**
 * What the HTML shell carries for the web app as `<script type="application/json" id="page-data">`.
 * On `/secret/*` it is the same for every key and viewer (`shrimp` null, `custId` null).
 *
 * Source  specification 3 "Page data"; web reference 1.1. Sizes in characters, lifetimes in seconds.
 */
export const pageDataSchema = z.object({
  authenticated: z.boolean(),
  authentication: z.object({ enabled: z.boolean(), signin: z.boolean(), signup: z.boolean() }),
  cust: z.null(),
  availablePlans: z.object({ anonymous: z.object({ ttl: z.int(), size: z.int() }) }),
  formFields: z.object({ secret: z.string() }),
  domainsEnabled: z.boolean(),
  customDomains: z.array(z.string()),
  siteHost: z.string(),
  secretOptions: z.object({ defaultTtl: z.int(), ttlOptions: z.array(z.int()) }),
  otVersion: z.string(),
  plansEnabled: z.boolean(),
  supportHost: z.string().nullable(),
  incomingRecipient: z.string().nullable(),
  supportedLocales: z.array(z.string()),
  /** Product code of the locale the server chose for this page. */
  locale: z.string(),
  testimonialsEnabled: z.boolean(),
  shrimp: z.string().nullable(),
});
export type PageData = z.infer<typeof pageDataSchema>;
