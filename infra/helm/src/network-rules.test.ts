import { askersOf, neighboursOf, type ServiceName, serviceNames } from '@onceover/schema/internal/catalog';
import { expect, test } from 'vitest';
import type { Manifest } from './manifest.ts';
import { problemsOfNetwork } from './network-rules.ts';

const peer = (name: string) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/component': name } } });

function policy(name: string, askers: readonly string[], asked: readonly string[]): Manifest {
  const spec = {
    ingress: askers.map((each) => ({ ports: [{ port: 'internal' }], from: [peer(each)] })),
    egress: asked.map((each) => ({ ports: [{ port: 4100 }], to: [peer(each)] })),
  };
  const labels = { 'app.kubernetes.io/component': name };
  return { apiVersion: '', kind: 'NetworkPolicy', metadata: { name, labels }, spec };
}

const policies = (change: (name: ServiceName) => Partial<Record<'askers' | 'asked', readonly string[]>> = () => ({})) =>
  serviceNames.map((name) => {
    const { askers = askersOf(name), asked = neighboursOf(name) } = change(name);
    return policy(name, askers, asked);
  });

test('policies that let those ask who ask have no problem, and neither has a chart without any', () => {
  expect(problemsOfNetwork(policies())).toEqual([]);
  expect(problemsOfNetwork([])).toEqual([]);
});

test('a policy that lets another one in, or one of them not out, is told', () => {
  const open = policies((name) => (name === 'audit' ? { askers: [...askersOf(name), 'secrets'] } : {}));
  expect(problemsOfNetwork(open)).toEqual([expect.stringContaining('who may ask audit: accounts, gateway, secrets')]);
  const closed = policies((name) => (name === 'secrets' ? { asked: ['accounts'] } : {}));
  expect(problemsOfNetwork(closed)).toEqual([expect.stringContaining('whom secrets may ask: accounts instead of')]);
});

test('whoever may ask the key store beside secrets is told', () => {
  const store = policy('key-store', [], []);
  const asks = (...names: string[]) => [
    ...policies(),
    { ...store, spec: { ingress: names.map((each) => ({ ports: [{ port: 'keys' }], from: [peer(each)] })) } },
  ];
  expect(problemsOfNetwork(asks('secrets'))).toEqual([]);
  expect(problemsOfNetwork(asks('secrets', 'gateway'))).toEqual([expect.stringContaining('gateway, secrets')]);
});
