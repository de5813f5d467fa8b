import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Manifest, type Volume, workloadsIn } from './manifest.ts';
import { runTool } from './tools.ts';

/** Says what it was asked to make, and applies nothing. */
const KUBECTL = '#!/bin/sh\n[ "$1" = apply ] && exec cat > /dev/null\necho "$@" >> "$MADE"\n';

/**
 * Whether `make-secrets.sh` makes all that the pods of the chart mount and operators do not have from elsewhere. Each problem is a
 * sentence.
 */
export function problemsOfMadeSecrets(manifests: readonly Manifest[], others: readonly string[]): readonly string[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'onceover-make-secrets-'));
  try {
    const [kubectl, made] = ['kubectl', 'made'].map((name) => path.join(directory, name)) as [string, string];
    writeFileSync(kubectl, KUBECTL);
    chmodSync(kubectl, 0o755);
    const script = ['infra/helm/make-secrets.sh', path.join(directory, 'kept'), 'once-onceover'];
    const { code, said } = runTool('env', [`KUBECTL=${kubectl}`, `MADE=${made}`, 'sh', ...script]);
    if (code !== 0) return [`make-secrets.sh: ${said}`];
    const names = new Set(
      [...readFileSync(made, 'utf8').matchAll(/create secret generic (\S+)/g)].map(([, name]) => name),
    );
    const mounted = new Set(workloadsIn(manifests).flatMap(({ pod }) => pod.volumes.flatMap(secretsOf)));
    const isMissing = (name: string) => !names.has(name) && !others.includes(name);
    return [...mounted].filter(isMissing).map((name) => `make-secrets.sh does not make ${name}`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const secretsOf = ({ secret, projected }: Volume): readonly string[] => [
  ...(secret === undefined ? [] : [secret.secretName]),
  ...(projected?.sources ?? []).map((source) => source.secret.name),
];
