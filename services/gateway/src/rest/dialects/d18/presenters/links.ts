import { customOriginsOf } from '@onceover/schema/web/custom-hosts';

/** Where links lead. Paths have no leading slash, as in the contract; URLs are absolute. */
export interface Links {
  readonly secretPath: (key: string) => string;
  readonly privatePath: (key: string) => string;
  readonly burnPath: (key: string) => string;
  /** Scheme and host of a share link; a custom domain takes the place of the site. */
  readonly shareOrigin: (shareDomain: string | null) => string;
  readonly shareUrl: (key: string, shareDomain: string | null) => string;
  readonly privateUrl: (key: string) => string;
  readonly burnUrl: (key: string) => string;
}

/** The links of a site, or of a custom host on which the request came: nothing there leads to the site. */
export function linksOf(origin: string): Links {
  const customOrigin = customOriginsOf(origin);
  const shareOrigin = (shareDomain: string | null) => (shareDomain === null ? origin : customOrigin(shareDomain));
  return {
    secretPath: (key) => `secret/${key}`,
    privatePath: (key) => `private/${key}`,
    burnPath: (key) => `private/${key}/burn`,
    shareOrigin,
    shareUrl: (key, shareDomain) => `${shareOrigin(shareDomain)}/secret/${key}`,
    privateUrl: (key) => `${origin}/private/${key}`,
    burnUrl: (key) => `${origin}/private/${key}/burn`,
  };
}
