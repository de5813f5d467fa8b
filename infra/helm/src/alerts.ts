import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import type { Manifest } from './manifest.ts';
import { runTool } from './tools.ts';

/** The alerts as promtool reads them and tries them, and as the chart gives them to Prometheus. */
export function checkAlerts(
  promtool: string,
  rendered: readonly Manifest[],
  say: (step: string) => void,
): readonly string[] {
  const alerts = 'infra/observability/alerts.yml';
  say(`alerts: ${alerts}, what they say of which series, and those of the chart`);
  const directory = mkdtempSync(path.join(tmpdir(), 'onceover-alerts-'));
  try {
    const files = rendered.map(({ spec }, at) => {
      const file = path.join(directory, `${at}.yml`);
      writeFileSync(file, stringify(spec));
      return file;
    });
    const all = [
      [promtool, ['check', 'rules', alerts, ...files]],
      [promtool, ['test', 'rules', 'infra/observability/alerts.test.yml']],
    ] as const;
    const problems = all.flatMap(([program, args]) => {
      const { code, said } = runTool(program, args);
      return code === 0 ? [] : [`promtool ${args.slice(0, 2).join(' ')}: ${said.trim()}`];
    });
    return files.length > 0 ? problems : [...problems, 'the chart gives Prometheus no alerts'];
  } finally {
    rmSync(directory, { recursive: true });
  }
}
