import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Container, type Manifest, ofKind, type Pod, type Workload, workloadsIn } from './manifest.ts';
import { checkout } from './tools.ts';

/**
 * What the schemas of Kubernetes cannot know: that pods are confined, and that images, ports, Services and files fit those of the program. Each
 * problem is a sentence.
 */
export function problemsOfPods(manifests: readonly Manifest[]): readonly string[] {
  const workloads = workloadsIn(manifests);
  return [
    ...workloads.flatMap((workload) => ofWorkload(workload).map((problem) => `${nameOf(workload)}: ${problem}`)),
    ...workloads.flatMap((workload) => ofAddresses(workload, manifests)),
    ...workloads.flatMap(ofPorts),
    ...ofSelectors(manifests, workloads),
    ...ofCertificates(manifests, workloads),
  ];
}

const nameOf = ({ manifest }: Workload): string => manifest.metadata.name;

const targets = new Set(
  [...readFileSync(path.join(checkout, 'Dockerfile'), 'utf8').matchAll(/^FROM \S+ AS (\S+)$/gm)].map(
    ([, name]) => name,
  ),
);

const POD = {
  runAsNonRoot: true,
  runAsUser: 65_532,
  runAsGroup: 65_532,
  fsGroup: 65_532,
  fsGroupChangePolicy: 'OnRootMismatch',
  seccompProfile: { type: 'RuntimeDefault' },
};
const CONTAINER = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
/** A stop takes up to 25 seconds, after the wait before it. */
const LEAST_GRACE_SECONDS = 30;

function ofWorkload({ pod, process }: Workload): readonly string[] {
  const all = [...(pod.initContainers ?? []), ...pod.containers];
  return [
    ...ofPod(pod),
    ...all.flatMap((container) => ofContainer(container).map((problem) => `${container.name} ${problem}`)),
    ...ofProbes(process),
  ];
}

/** One that waits for commands runs something else, which nobody asks. */
function ofProbes({ command, ports = [], ...probes }: Container): readonly string[] {
  if (command !== undefined) return [];
  const { startupProbe, readinessProbe, livenessProbe } = probes;
  const problems: string[] = [];
  if (readinessProbe === undefined) problems.push('it says nowhere whether it is ready');
  if (startupProbe === undefined) problems.push('a start that takes long would be ended');
  for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe].filter((probe) => probe !== undefined)) {
    if (httpGet === undefined) continue;
    if (!ports.some(({ name }) => name === httpGet.port))
      problems.push(`it is asked at a port ${httpGet.port} that it has not`);
    if (!healthPaths.has(httpGet.path)) problems.push(`it is asked for ${httpGet.path}, which it does not know`);
  }
  return problems;
}

const healthPaths = new Set(['/health/live', '/health/ready']);

function ofPod(pod: Pod): readonly string[] {
  const problems: string[] = [];
  if (!isSame(pod.securityContext, POD)) problems.push('its pods are not confined');
  if (pod.automountServiceAccountToken !== false) problems.push('its pods are given a token of the API');
  // onceover-gateway would become ONCEOVER_GATEWAY_PORT, and the program refuses settings that it does not know.
  if (pod.enableServiceLinks !== false) problems.push('Services would become settings that nobody knows');
  if ((pod.terminationGracePeriodSeconds ?? 0) < LEAST_GRACE_SECONDS) problems.push('it has not the time to stop');
  for (const { name, secret, projected } of pod.volumes) {
    const mode = secret?.defaultMode ?? projected?.defaultMode ?? 0o440;
    if (mode !== 0o440) problems.push(`its volume ${name} has the mode ${mode.toString(8)}`);
  }
  return problems;
}

function ofContainer({ image, securityContext, resources, volumeMounts = [] }: Container): readonly string[] {
  const problems: string[] = [];
  const [, target = ''] = /onceover-([a-z-]+)[:@]/.exec(image) ?? [];
  if (!targets.has(target)) problems.push(`has an image that the Dockerfile does not make: ${image}`);
  if (!isSame(securityContext, CONTAINER)) problems.push('is not confined');
  if (resources === undefined) problems.push('takes what it likes of its node');
  const places = volumeMounts.map(({ mountPath }) => mountPath);
  if (new Set(places).size < places.length) problems.push('has two volumes in one place');
  return problems;
}

/** The ports that a pod names are those that its process listens on. */
function ofPorts({ process, manifest }: Workload): readonly string[] {
  const listens = new Set((process.env ?? []).filter(({ name }) => /_PORT$/.test(name)).map(({ value }) => value));
  return (process.ports ?? [])
    .filter(({ containerPort }) => !listens.has(String(containerPort)))
    .map(({ name }) => `${manifest.metadata.name}: nothing listens on its port ${name}`);
}

/** Whom a process asks is a Service with that port, and the certificate of its pods bears the name. */
function ofAddresses({ process, manifest }: Workload, manifests: readonly Manifest[]): readonly string[] {
  return (process.env ?? []).flatMap(({ name, value }) => {
    const own = /_URL$|KEY_STORE$/.test(name) ? URL.parse(value) : null;
    if (own === null || own.hostname.includes('.')) return [];
    const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === own.hostname);
    const ports = (service?.spec.ports ?? []) as readonly { port: number }[];
    if (ports.some(({ port }) => String(port) === own.port)) return [];
    return [`${manifest.metadata.name}: ${name}=${value} leads to no Service of the chart`];
  });
}

interface Selecting {
  readonly spec: {
    readonly selector: Readonly<Record<string, string>>;
    readonly ports: readonly { targetPort: string }[];
  };
}

/** Services and policies select pods that are there, and ports that they have. */
function ofSelectors(manifests: readonly Manifest[], workloads: readonly Workload[]): readonly string[] {
  const selectedBy = (labels: Readonly<Record<string, string>>) =>
    workloads.filter((each) => Object.entries(labels).every(([name, value]) => each.labels[name] === value));
  const ofServices = ofKind(manifests, 'Service').flatMap(({ metadata, spec }) => {
    const { selector, ports } = spec as Selecting['spec'];
    const named = selectedBy(selector).map(({ process }) => (process.ports ?? []).map(({ name }) => name));
    const isGood = named.length === 1 && ports.every(({ targetPort }) => named[0]?.includes(targetPort));
    return isGood ? [] : [`the Service ${metadata.name} leads to no port of one component`];
  });
  const ofOthers = ['NetworkPolicy', 'PodDisruptionBudget'].flatMap((kind) =>
    ofKind(manifests, kind).flatMap(({ metadata, spec }) => {
      const labels = (spec.podSelector ?? spec.selector).matchLabels as Readonly<Record<string, string>>;
      return selectedBy(labels).length === 1 ? [] : [`the ${kind} ${metadata.name} does not select one component`];
    }),
  );
  return [...ofServices, ...ofOthers];
}

/** Where certificates are made, each that is mounted is made under its name, for the host that others ask. */
function ofCertificates(manifests: readonly Manifest[], workloads: readonly Workload[]): readonly string[] {
  const certificates = ofKind(manifests, 'Certificate');
  if (certificates.length === 0) return [];
  const byName = new Map(certificates.map((each) => [each.spec.secretName as string, each]));
  return workloads.flatMap(({ manifest, pod }) =>
    pod.volumes.flatMap(({ name, secret }) => {
      if (name !== 'tls') return [];
      const hosts = byName.get(secret?.secretName ?? '')?.spec.dnsNames as readonly string[] | undefined;
      return hosts?.includes(manifest.metadata.name) ? [] : [`${manifest.metadata.name}: nobody makes its certificate`];
    }),
  );
}

function isSame(found: unknown, wanted: object): boolean {
  return JSON.stringify(sorted(found)) === JSON.stringify(sorted(wanted));
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => one.localeCompare(other)));
}
