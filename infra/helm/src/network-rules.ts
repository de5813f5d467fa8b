import { askersOf, type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { type Manifest, ofKind } from './manifest.ts';

interface Rule {
  readonly ports?: readonly { readonly port: number | string }[];
  readonly from?: readonly { readonly podSelector?: { readonly matchLabels?: Readonly<Record<string, string>> } }[];
  readonly to?: Rule['from'];
}

const COMPONENT = 'app.kubernetes.io/component';

/** Whether policies let exactly those ask whom the program has ask: in at one side, out at the other. Each problem is a sentence. */
export function problemsOfNetwork(manifests: readonly Manifest[]): readonly string[] {
  const policies = ofKind(manifests, 'NetworkPolicy');
  if (policies.length === 0) return [];
  const rulesOf = (name: string, way: 'ingress' | 'egress') =>
    (policies.find(({ metadata }) => metadata.labels?.[COMPONENT] === name)?.spec[way] ?? []) as readonly Rule[];
  const peers = (name: string, way: 'ingress' | 'egress', ports: readonly (number | string)[]) =>
    rulesOf(name, way)
      .filter((rule) => rule.ports?.some(({ port }) => ports.includes(port)))
      .flatMap((rule) => (way === 'ingress' ? rule.from : rule.to) ?? [])
      .map(({ podSelector }) => podSelector?.matchLabels?.[COMPONENT]);
  const hasStore = rulesOf('key-store', 'ingress').length > 0;
  return [
    ...serviceNames.flatMap((name) => [
      ...differing(`who may ask ${name}`, peers(name, 'ingress', ['internal', 4100]), askersOf(name)),
      ...differing(`whom ${name} may ask`, peers(name, 'egress', [4100]), askedBy(name)),
    ]),
    ...(hasStore
      ? differing('who may ask the key store', peers('key-store', 'ingress', ['keys', 3400]), ['secrets'])
      : []),
  ];
}

const askedBy = (asker: ServiceName): readonly ServiceName[] =>
  serviceNames.filter((name) => askersOf(name).includes(asker));

function differing(what: string, found: readonly (string | undefined)[], wanted: readonly string[]): readonly string[] {
  const [is, should] = [found, wanted].map((names) => names.map(String).toSorted().join(', '));
  return is === should ? [] : [`the policies differ in ${what}: ${is || 'nobody'} instead of ${should || 'nobody'}`];
}
