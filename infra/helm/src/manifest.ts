import { parseAllDocuments } from 'yaml';

/** An object of Kubernetes, as far as it is looked at here. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: what is in it hangs on the kind, and the schemas of Kubernetes check that.
  readonly spec: any;
}

export type Labels = Readonly<Record<string, string>>;

export interface Mount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
}

export interface Item {
  readonly key: string;
  readonly path: string;
}

export interface SecretSource {
  readonly name: string;
  readonly items: readonly Item[];
  readonly optional?: boolean;
}

export interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName: string; readonly defaultMode?: number };
  readonly projected?: {
    readonly defaultMode?: number;
    readonly sources: readonly { readonly secret: SecretSource }[];
  };
  readonly emptyDir?: object;
  readonly persistentVolumeClaim?: { readonly claimName: string };
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly volumeMounts?: readonly Mount[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext?: object;
  readonly resources?: object;
  readonly lifecycle?: object;
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}

export interface Pod {
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: object;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
}

/** What runs pods. */
export interface Workload {
  readonly manifest: Manifest;
  readonly labels: Labels;
  readonly pod: Pod;
  readonly process: Container;
}

export function manifestsIn(text: string): readonly Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const found: unknown = document.toJS();
    return found === null ? [] : [found as Manifest];
  });
}

export const ofKind = (manifests: readonly Manifest[], kind: string): readonly Manifest[] =>
  manifests.filter((each) => each.kind === kind);

export function workloadsIn(manifests: readonly Manifest[]): readonly Workload[] {
  return manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
    .map((manifest) => {
      const { metadata, spec } = manifest.spec.template as { metadata: { labels: Labels }; spec: Pod };
      const [process] = spec.containers;
      if (process === undefined) throw new TypeError(`${manifest.metadata.name} has no container`);
      const claims = ((manifest.spec.volumeClaimTemplates ?? []) as readonly Manifest[]).map(
        ({ metadata: { name } }) => ({
          name,
          persistentVolumeClaim: { claimName: name },
        }),
      );
      return { manifest, labels: metadata.labels, pod: { ...spec, volumes: [...spec.volumes, ...claims] }, process };
    });
}
