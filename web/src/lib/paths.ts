/** Every address of the product, in one place. Keys are inserted as path segments. */
export const paths = {
  home: '/',
  about: '/about',
  pricing: '/pricing',
  signIn: '/signin',
  signUp: '/signup',
  privacy: '/info/privacy',
  terms: '/info/terms',
  security: '/info/security',
  metadata: (metadataKey: string) => `/private/${encodeURIComponent(metadataKey)}`,
  burn: (metadataKey: string) => `/private/${encodeURIComponent(metadataKey)}/burn`,
} as const;

/** The REST calls of the public pages. */
export const apiPaths = {
  conceal: '/api/v2/secret/conceal',
  validateFormToken: '/api/v2/validate-shrimp',
  status: '/api/v2/status',
  secret: (secretKey: string) => `/api/v2/secret/${encodeURIComponent(secretKey)}`,
  acknowledge: (secretKey: string) => `/api/v2/secret/${encodeURIComponent(secretKey)}/acknowledge`,
  metadata: (metadataKey: string) => `/api/v2/private/${encodeURIComponent(metadataKey)}`,
  burn: (metadataKey: string) => `/api/v2/private/${encodeURIComponent(metadataKey)}/burn`,
} as const;
