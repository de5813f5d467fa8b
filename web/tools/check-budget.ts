import { fileURLToPath } from 'node:url';
import { weighRoutes } from './budget.ts';

const weights = weighRoutes(fileURLToPath(new URL('../dist', import.meta.url)));
for (const weight of weights) {
  const { route, script, scriptKilobytes, style, requestsMade, requests, language, heaviest, isOver } = weight;
  const sizes = `${script.toFixed(1)} of ${scriptKilobytes} kB script, ${style.toFixed(1)} kB style, ${requestsMade} of ${requests} requests, ${heaviest.toFixed(1)} kB in ${language}`;
  process.stdout.write(`${isOver ? 'OVER ' : 'ok   '}${route.padEnd(28)} ${sizes}\n`);
}
if (weights.some(({ isOver }) => isOver)) process.exitCode = 1;
