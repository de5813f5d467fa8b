import { fileURLToPath } from 'node:url';
import { weighRoutes } from './budget.ts';
import { weighEntries } from './entry-tasks.ts';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const routes = weighRoutes(dist).map((weight) => {
  const { route, script, scriptKilobytes, style, requestsMade, requests, language, heaviest, isOver } = weight;
  const sizes = `${script.toFixed(1)} of ${scriptKilobytes} kB script, ${style.toFixed(1)} kB style, ${requestsMade} of ${requests} requests, ${heaviest.toFixed(1)} kB in ${language}`;
  return { name: route, sizes, isOver };
});
const tasks = weighEntries(dist).map(({ script, size, allowed, isOver }) => {
  return { name: script, sizes: `${size.toFixed(1)} of ${allowed} kB code in one task`, isOver };
});
for (const { name, sizes, isOver } of [...routes, ...tasks])
  process.stdout.write(`${isOver ? 'OVER ' : 'ok   '}${name.padEnd(28)} ${sizes}\n`);
if ([...routes, ...tasks].some(({ isOver }) => isOver)) process.exitCode = 1;
