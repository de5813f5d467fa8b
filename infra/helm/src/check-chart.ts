import { problemsOfMadeSecrets } from './made-secrets.ts';
import { type Manifest, manifestsIn, ofKind, workloadsIn } from './manifest.ts';
import { problemsOfNetwork } from './network-rules.ts';
import { problemsOfPods } from './pod-rules.ts';
import { problemsOfSettings } from './process-settings.ts';
import { refusals } from './refusals.ts';
import { sampleSecrets } from './sample-secrets.ts';
import { kubernetesVersions } from './schemas.ts';
import { chart, runTool, valuesOf } from './tools.ts';

export interface CheckingChart {
  readonly helm: string;
  readonly kubeconform: string;
  /** Directories of schemas. */
  readonly schemas: readonly string[];
  say(step: string): void;
}

/** Values to render with: a file of `values/`, and more. */
const renderings: readonly (readonly [file: string, ...set: string[]])[] = [
  ['small'],
  ['production'],
  ['openbao'],
  ['small', 'maintenance={accounts,secrets,key-store}'],
  ['small', 'keyStore.kind=elsewhere', 'keyStore.url=https://keys.example.net:3400', 'keyStore.clientSecret=keys-tls'],
  ['production', 'tls.certManager.servicesIssuer.name=ours', 'listenOn=::', 'relays.apart=false'],
];

/** What operators have from elsewhere with the values of `small`. */
const ELSEWHERE = ['onceover-postgres', 'onceover-redis'];

export interface CheckedChart {
  readonly problems: readonly string[];
  /** The alerts that it renders. */
  readonly rules: readonly Manifest[];
  /** Renders the values of `small` with others. Throws where they are refused. */
  render(set: readonly string[]): string;
}

/** Lints, renders and tries the chart. */
export async function checkChart(checking: CheckingChart): Promise<CheckedChart> {
  const { say } = checking;
  const problems: string[] = [];
  const rules: Manifest[] = [];
  using secrets = await sampleSecrets();
  for (const [file, ...set] of renderings) {
    const name = [file, ...set].join(' ');
    const found = render(checking, file, set);
    if (found.text === undefined) {
      problems.push(...found.problems);
      continue;
    }
    const manifests = manifestsIn(found.text);
    const workloads = workloadsIn(manifests);
    const known = conforming(checking, found.text);
    const settings = await Promise.all(workloads.map((workload) => problemsOfSettings(workload, secrets)));
    const all = [
      ...found.problems,
      ...known,
      ...problemsOfPods(manifests),
      ...problemsOfNetwork(manifests),
      ...settings.flat(),
    ];
    problems.push(...all.map((problem) => `${name}: ${problem}`));
    if (name === 'small') problems.push(...problemsOfMadeSecrets(manifests, ELSEWHERE));
    rules.push(...ofKind(manifests, 'PrometheusRule'));
    say(
      `chart: ${name}: ${manifests.length} manifests, of which ${workloads.length} run processes whose settings were read`,
    );
  }
  say(`chart: ${refusals.length} values that are refused`);
  problems.push(...refusals.flatMap(([says, ...set]) => notRefused(checking, says, set)));
  return {
    problems,
    rules,
    render(set) {
      const { text, problems: refused } = render(checking, 'small', set);
      if (text === undefined) throw new Error(refused.join('\n'));
      return text;
    },
  };
}

const [OLDEST, NEWEST] = kubernetesVersions;

function helm({ helm: program }: CheckingChart, words: readonly string[], file: string, set: readonly string[]) {
  const values = ['--values', valuesOf(file), ...set.flatMap((each) => ['--set', each])];
  return runTool(program, [...words, chart, '--kube-version', NEWEST, '--namespace', 'once', ...values]);
}

function render(checking: CheckingChart, file: string, set: readonly string[]) {
  const linted = helm(checking, ['lint', '--strict', '--quiet'], file, set);
  const rendered = helm(checking, ['template', 'once'], file, set);
  const problems = [linted, rendered].flatMap(({ code, said }, at) => {
    return code === 0 ? [] : [`helm ${at === 0 ? 'lint' : 'template'}: ${said.trim()}`];
  });
  return { problems, text: rendered.code === 0 ? rendered.output : undefined };
}

/** What Kubernetes of both ends, and the operators that are used, would not know. */
function conforming({ kubeconform, schemas }: CheckingChart, text: string): readonly string[] {
  const custom = schemas.at(-1) ?? '';
  return [OLDEST, NEWEST].flatMap((version, at) => {
    const places = [schemas[at] ?? '', custom].flatMap((place) => [
      '-schema-location',
      `${place}/{{.ResourceKind}}{{.KindSuffix}}.json`,
    ]);
    const { code, said } = runTool(kubeconform, ['-strict', '-output', 'text', ...places, '-'], text);
    return code === 0 ? [] : [`Kubernetes ${version}: ${said.trim()}`];
  });
}

/** Bad values are refused in a sentence, with the exit code 1. */
function notRefused(checking: CheckingChart, says: string, set: readonly string[]): readonly string[] {
  const { code, output, said } = helm(checking, ['template', 'once'], 'small', set);
  if (code === 1 && output === '' && said.includes(says)) return [];
  return [
    `${set.join(' ')}: should be refused with "${says}", but ${code === 0 ? 'is not' : `helm said: ${said.trim()}`}`,
  ];
}
