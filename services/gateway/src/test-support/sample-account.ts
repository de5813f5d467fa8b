/** What the graph says about a customer with a past. */
export const account = {
  custid: 'nina@example.com',
  role: 'CUSTOMER',
  isVerified: true,
  locale: 'he',
  created: 1_899_000_000,
  lastSignIn: 1_900_000_000,
  usage: { secretsCreated: 12, secretsBurned: 2, secretsShared: 5, emailsSent: 3 },
  plan: {
    id: 'identity',
    name: 'Identity Plus',
    priceMonthly: 35,
    limits: { maxTtlSeconds: 2_592_000, maxCharacters: 100_000 },
    features: { email: true, customDomains: true, api: true },
  },
  apiTokens: [{ name: 'laptop' }, { name: 'api' }],
} as const;

/** What the graph says about a domain that was never checked. */
export const domain = {
  id: '1a2b3c4d5e6f708192a3',
  original: 'Once.Acme.Example',
  host: 'once.acme.example',
  displayDomain: 'once.acme.example',
  baseDomain: 'acme.example',
  subdomain: 'once.acme.example',
  trd: 'once',
  sld: 'acme',
  tld: 'example',
  isApex: false,
  isVerified: false,
  status: null,
  created: 1_900_000_000,
  updated: 1_900_000_000,
  txtHost: '_onceover-challenge-1a2b3c4.once',
  txtValue: '0123456789abcdef0123456789abcdef',
  cnameTarget: 'links.once.example',
} as const;
