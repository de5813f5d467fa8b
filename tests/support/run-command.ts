import { spawn } from 'node:child_process';
import { embeddedMain, settingsOfPlace, withoutSettings } from './spawn-system.ts';

export interface CommandPlaces {
  readonly dataDir: string;
  readonly keysDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface CommandAnswer {
  readonly code: number | null;
  /** Everything it has printed. */
  readonly text: string;
}

/** An operator's command as its own process, such as `['backup', 'create']`, with the settings of a spawned system. */
export function runCommand(argv: readonly string[], places: CommandPlaces): Promise<CommandAnswer> {
  const env = { ...withoutSettings(), ...settingsOfPlace(places), ...places.env };
  return textOf(spawn(process.execPath, [embeddedMain, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Waits for the end of a program. */
export function textOf(child: ReturnType<typeof spawn>): Promise<CommandAnswer> {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, text }));
  });
}
