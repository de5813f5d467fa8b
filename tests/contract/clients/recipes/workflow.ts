import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { textOf } from '../../../support/run-command.ts';

type Texts = Readonly<Record<string, string>>;

interface Runner {
  /** Where it works. */
  readonly place: string;
  /** What its programs have besides the variables of a step. */
  readonly env: Texts;
  readonly vars: Texts;
  readonly secrets: Texts;
}

interface WorkflowEnd {
  /** As it is shown: what is masked is `***` from then on. */
  readonly log: string;
  readonly isSuccess: boolean;
}

const stepKeys = ['id', 'name', 'env', 'run'];

/** Runs the steps of the only job of a workflow as a runner of GitHub does, until one fails. Throws at what it does not know. */
export async function runWorkflow(text: string, { place, env, vars, secrets }: Runner): Promise<WorkflowEnd> {
  const { jobs } = parse(text);
  const [job, ...others] = Object.values<{ readonly steps: readonly Record<string, unknown>[] }>(jobs);
  if (job === undefined || others.length > 0) throw new Error('this runner runs one job');
  const masks = Object.values(secrets);
  const outputs = new Map<string, string>();
  const lookUp = (expression: string) => {
    const [context, name = '', , output] = expression.split('.');
    const value = { vars: vars[name], secrets: secrets[name], steps: outputs.get(`${name}.${output}`) }[context ?? ''];
    if (value === undefined) throw new Error(`this runner does not know ${expression}`);
    return value;
  };
  const filled = (value: string) => value.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_all, expression) => lookUp(expression));
  const shown: string[] = [];
  for (const step of job.steps) {
    const unknown = Object.keys(step).filter((key) => !stepKeys.includes(key));
    if (unknown.length > 0) throw new Error(`this runner does not know ${unknown}`);
    const file = path.join(place, 'step-output');
    writeFileSync(file, '');
    const given = Object.entries((step.env ?? {}) as Texts).map(([name, value]) => [name, filled(value)]);
    const child = spawn('bash', ['-e', '-c', filled(String(step.run))], {
      cwd: place,
      env: { ...env, ...Object.fromEntries(given), GITHUB_OUTPUT: file },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, text: said } = await textOf(child);
    for (const line of said.split('\n')) {
      const [, mask] = /^::add-mask::(.+)$/.exec(line) ?? [];
      if (mask === undefined) shown.push(masks.reduce((shownLine, each) => shownLine.replaceAll(each, '***'), line));
      else masks.push(mask);
    }
    for (const [, name, value = ''] of readFileSync(file, 'utf8').matchAll(/^([\w-]+)=(.*)$/gm)) {
      outputs.set(`${step.id}.${name}`, value);
    }
    if (code !== 0) return { log: shown.join('\n'), isSuccess: false };
  }
  return { log: shown.join('\n'), isSuccess: true };
}
