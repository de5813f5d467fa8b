import type { StoredOperation } from './stored-operation.ts';

export interface PageViewerData {
  readonly custid: string;
  readonly role: 'CUSTOMER' | 'COLONEL';
  readonly locale: string | null;
  readonly plan: {
    readonly id: string;
    readonly name: string;
    readonly limits: {
      readonly maxCharacters: number;
      readonly maxTtlSeconds: number;
      readonly defaultTtlSeconds: number;
      readonly ttlOptions: readonly number[];
      readonly maxRecipients: number;
    };
    readonly features: { readonly email: boolean; readonly customDomains: boolean };
  };
  readonly twoStep: { readonly isEnabled: boolean };
}

export interface PageViewer {
  readonly viewer: PageViewerData | null;
  readonly domains: { readonly nodes: readonly { readonly host: string; readonly isVerified: boolean }[] };
}

/** What pages tell their customer about themselves. */
export const showPageViewer: StoredOperation<Record<never, never>, PageViewer> = {
  name: 'ShowPageViewer',
  document: `query ShowPageViewer {
  viewer {
    custid role locale
    plan {
      id name
      limits { maxCharacters maxTtlSeconds defaultTtlSeconds ttlOptions maxRecipients }
      features { email customDomains }
    }
    twoStep { isEnabled }
  }
  domains { nodes { host isVerified } }
}`,
};
