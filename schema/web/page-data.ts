import { z } from 'zod';

/** The signed-in customer on a page; never on `/secret/*`. */
export const customerDataSchema = z.object({
  custid: z.string(),
  locale: z.string().nullable(),
  /** Whether this session has a colonel's rights. */
  colonel: z.boolean(),
  /** A colonel whose session has not passed the second step, and so has no more rights than a customer. */
  colonelWithoutSecondStep: z.boolean(),
  /** Whether two-step sign-in is on. */
  twoStep: z.boolean(),
  plan: z.object({
    id: z.string(),
    name: z.string(),
    customDomains: z.boolean(),
    email: z.boolean(),
    ttl: z.int(),
    size: z.int(),
    maxRecipients: z.int(),
  }),
});
export type CustomerData = z.infer<typeof customerDataSchema>;

/**
 * What the HTML shell carries for the web app as `<script type="application/json" id="page-data">`.
 * On `/secret/*` it is the same for every key and viewer (`shrimp` null, `cust` null, `authenticated` false).
 *
 * Source  specification 3 "Page data"; web reference 1.1. Sizes in characters, lifetimes in seconds.
 */
export const pageDataSchema = z.object({
  authenticated: z.boolean(),
  authentication: z.object({ enabled: z.boolean(), signin: z.boolean(), signup: z.boolean() }),
  cust: customerDataSchema.nullable(),
  availablePlans: z.object({ anonymous: z.object({ ttl: z.int(), size: z.int() }) }),
  formFields: z.object({ secret: z.string() }),
  domainsEnabled: z.boolean(),
  /** Hosts of the customer that are verified and lead here, to choose from on the form. */
  customDomains: z.array(z.string()),
  /** host[:port] of this page: the site's, or the customer's host that serves it. */
  siteHost: z.string(),
  /** Where links from a customer's host lead, such as `https://once.example`; null on the site itself. */
  siteOrigin: z.string().nullable(),
  secretOptions: z.object({ defaultTtl: z.int(), ttlOptions: z.array(z.int()) }),
  otVersion: z.string(),
  plansEnabled: z.boolean(),
  /** In characters. */
  passwordMinLength: z.int(),
  supportHost: z.string().nullable(),
  /** Address of the support desk, shown on `/incoming`; null: there is none, and `/incoming` is not available. */
  incomingRecipient: z.string().nullable(),
  /** A ticket number as the desk writes them; null: the operator's own pattern may refuse it. */
  incomingTicketExample: z.string().nullable(),
  supportedLocales: z.array(z.string()),
  /** Product code of the locale the server chose for this page. */
  locale: z.string(),
  testimonialsEnabled: z.boolean(),
  /** Whether the pages of policies exist, and whether their texts are approved. */
  policies: z.enum(['off', 'drafts', 'approved']),
  /** Address of the source code; null: the operator names none. */
  githubUrl: z.string().nullable(),
  shrimp: z.string().nullable(),
});
export type PageData = z.infer<typeof pageDataSchema>;
