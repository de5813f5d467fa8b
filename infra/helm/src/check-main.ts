import { parseArgs } from 'node:util';
import { checkAlerts } from './alerts.ts';
import { checkChart } from './check-chart.ts';
import { checkCompose } from './compose.ts';
import { fetchSchemas } from './schemas.ts';
import { startChart } from './start/start-chart.ts';

/*
 * `npm run check:infra` with the tools that infra/bootstrap/check-infra.js has found; with `--start` also starts what the chart renders. Says each step, and in the end what is wrong, a sentence
 * each; exit code 1 then.
 */
const { values } = parseArgs({
  options: {
    helm: { type: 'string', default: 'helm' },
    kubeconform: { type: 'string', default: 'kubeconform' },
    promtool: { type: 'string', default: 'promtool' },
    start: { type: 'boolean', default: false },
    cache: { type: 'string', default: 'node_modules/.cache/infra-tools' },
  },
});

try {
  const schemas = fetchSchemas(values.cache);
  const chart = await checkChart({ ...values, schemas, say });
  const problems = [...chart.problems, ...checkAlerts(values.promtool, chart.rules, say), ...checkCompose(say)];
  if (values.start) problems.push(...(await startChart({ render: chart.render, say })));
  for (const problem of problems) process.stderr.write(`  - ${problem}\n`);
  process.stdout.write(problems.length === 0 ? 'infra is in order\n' : `${problems.length} problem(s)\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function say(step: string): void {
  process.stdout.write(`${step}\n`);
}
