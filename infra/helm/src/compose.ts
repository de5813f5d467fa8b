import { runTool } from './tools.ts';

/** Whether the files of compose can be read; where there is no docker, that is said. */
export function checkCompose(say: (step: string) => void): readonly string[] {
  if (runTool('docker', ['compose', 'version']).code !== 0) {
    say('compose: not checked, because there is no docker compose here');
    return [];
  }
  const files = ['compose.yaml', 'compose.distributed.yaml'];
  say(`compose: ${files.join(', ')}`);
  return files.flatMap((file) => {
    const { code, said } = runTool('docker', ['compose', '--file', file, 'config', '--quiet']);
    return code === 0 ? [] : [`${file}: ${said.trim()}`];
  });
}
