import { codeOf } from '@onceover/service-kit/errors';

/** Lets a command finish what it does after whoever reads its output, such as `head`, has seen enough. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: Error) => {
      if (codeOf(error) !== 'EPIPE') throw error;
    });
  }
}
