import { expect, test } from 'vitest';
import type { Manifest } from './manifest.ts';
import { problemsOfPods } from './pod-rules.ts';

const confined = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};
const labels = { component: 'gateway' };

/** A component as it should be, of which each test changes one thing. */
function good() {
  const container = {
    name: 'gateway',
    image: 'registry.example.com/onceover-gateway:1',
    env: [
      { name: 'ONCEOVER_PORT', value: '3000' },
      { name: 'ONCEOVER_METRICS_PORT', value: '9100' },
      { name: 'ONCEOVER_GATEWAY_URL', value: 'https://once-gateway:3000' },
    ],
    ports: [
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: 9100 },
    ],
    startupProbe: { httpGet: { path: '/health/live', port: 'metrics' } },
    readinessProbe: { httpGet: { path: '/health/ready', port: 'metrics' } },
    resources: {},
    securityContext: { ...confined },
    volumeMounts: [{ name: 'tls', mountPath: '/etc/onceover/tls' }],
  };
  const pod = {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: 40,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65_532,
      runAsGroup: 65_532,
      fsGroup: 65_532,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container],
    volumes: [{ name: 'tls', secret: { secretName: 'once-gateway-tls', defaultMode: 0o440 } }],
  };
  const service = { selector: labels, ports: [{ port: 3000, targetPort: 'http' }] };
  const certificate = { secretName: 'once-gateway-tls', dnsNames: ['once-gateway'] };
  const named = (kind: string, spec: object): Manifest => ({
    apiVersion: '',
    kind,
    metadata: { name: 'once-gateway' },
    spec,
  });
  const manifests = [
    named('Deployment', { template: { metadata: { labels }, spec: pod } }),
    named('Service', service),
    named('Certificate', certificate),
    named('NetworkPolicy', { podSelector: { matchLabels: labels } }),
  ];
  return { container, pod, service, certificate, manifests };
}

test('what is as it should be has no problem', () => {
  expect(problemsOfPods(good().manifests)).toEqual([]);
});

/** What is changed, to what (undefined: taken out), and what is said of it. */
const changes: readonly (readonly [place: string, value: unknown, says: string])[] = [
  ['pod.securityContext.runAsNonRoot', false, 'its pods are not confined'],
  ['pod.securityContext.fsGroupChangePolicy', 'Always', 'its pods are not confined'],
  ['container.securityContext.readOnlyRootFilesystem', false, 'gateway is not confined'],
  ['pod.automountServiceAccountToken', true, 'its pods are given a token of the API'],
  ['pod.enableServiceLinks', true, 'Services would become settings that nobody knows'],
  ['pod.terminationGracePeriodSeconds', 25, 'it has not the time to stop'],
  ['pod.volumes.0.secret.defaultMode', 0o444, 'its volume tls has the mode 444'],
  ['container.image', 'onceover-gatway:1', 'an image that the Dockerfile does not make'],
  ['container.resources', undefined, 'takes what it likes of its node'],
  ['container.volumeMounts.1', { name: 'other', mountPath: '/etc/onceover/tls' }, 'has two volumes in one place'],
  ['container.readinessProbe', undefined, 'says nowhere whether it is ready'],
  ['container.startupProbe', undefined, 'takes long would be ended'],
  ['container.readinessProbe.httpGet.port', 'http2', 'asked at a port http2'],
  ['container.readinessProbe.httpGet.path', '/ready', 'asked for /ready'],
  ['container.ports.0.containerPort', 3001, 'nothing listens on its port http'],
  ['container.env.2.value', 'https://once-gateway:4100', 'leads to no Service'],
  ['container.env.2.value', 'https://once-gatway:3000', 'leads to no Service'],
  ['service.ports.0.targetPort', 'internal', 'leads to no port of one component'],
  ['manifests.3.spec.podSelector.matchLabels', { component: 'gatway' }, 'does not select one component'],
  ['certificate.dnsNames', ['another'], 'nobody makes its certificate'],
];

test.each(changes)('a chart with %s: %j is refused: %s', (place, value, says) => {
  const it = good();
  const [last = '', ...above] = place.split('.').toReversed();
  const at = above.reduceRight<object>((within, name) => Reflect.get(within, name) as object, it);
  Reflect.set(at, last, value);
  expect(problemsOfPods(it.manifests)).toEqual([expect.stringContaining(says)]);
});
