import { ConfigError } from '@onceover/service-kit/config';
import { expect, test } from 'vitest';
import { closeProcess } from './close-process.ts';

const opening = [
  '--inspect',
  '--inspect=0.0.0.0:9229',
  '--inspect-brk',
  '--inspect-wait=0',
  '--heapsnapshot-signal=SIGUSR2',
  '--heapsnapshot-near-heap-limit=1',
  '--heapsnapshot_signal=SIGUSR2',
  '--abort-on-uncaught-exception',
  '--abort_on_uncaught_exception',
  '--report-on-signal',
  '--report-on-fatalerror',
  '--report-uncaught-exception',
];

test.each(opening)('production refuses %s, on the command line and in NODE_OPTIONS', (option) => {
  const name = option.split('=', 1)[0]?.replaceAll('_', '-') ?? '';
  const onCommandLine = { execArgv: ['--enable-source-maps', option], nodeOptions: undefined };
  const inOptions = { execArgv: [], nodeOptions: `--enable-source-maps  "${option}" --max-old-space-size=300` };
  for (const started of [onCommandLine, inOptions]) {
    expect(() => closeProcess(started)).toThrow(ConfigError);
    expect(() => closeProcess(started)).toThrow(name);
  }
});

test('what opens nothing is accepted: profiles, memory sizes, source maps', () => {
  const nodeOptions =
    '--cpu-prof --heap-prof --max-old-space-size=300 --enable-source-maps --no-inspect --inspect-port=1';
  expect(() => closeProcess({ execArgv: ['--trace-warnings'], nodeOptions })).not.toThrow();
});
