export function isVersion(text: string): boolean;
export function headingOf(changelog: string, version: string): string | undefined;
export function withHeading(changelog: string, version: string, date: string): string;
export function whyNotNext(version: string, current: string, changelog: string): string | undefined;
export function withVersion(about: object, version: string): object;
export function lockWithVersion(lock: { readonly packages: object }, version: string): object;
export function imagesOf(dockerfile: string): string[];

interface Component {
  readonly 'bom-ref': string;
  readonly version: string;
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
  readonly licenses?: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
}

export interface Bom {
  readonly metadata: { readonly component: { readonly 'bom-ref': string; readonly name: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

export interface Licences {
  readonly rows: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
  readonly unfit: Licences['rows'];
}

/** `npm audit --json`, as far as it is read; without `vulnerabilities` where the registry did not answer. */
export interface AuditReport {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly severity: string; readonly range: string }>
  >;
  readonly message?: string;
}

export function holesIn(report: AuditReport): string[] | undefined;
export function shippedOf(bom: Bom, version: string): Bom;
export function licencesOf(bom: Pick<Bom, 'components'>): Licences;
export function licenceList(licences: Pick<Licences, 'rows'>): string;
