import { cpuOf, residentMegabytes } from '../../../load/process-usage.ts';

/** What some work took from a process. */
export interface Cost<R> {
  readonly result: R;
  /** Microseconds of the processor. */
  readonly cpu: number;
  /** Megabytes of resident memory that the process had more in the end. */
  readonly grownBy: number;
}

/** Measures what work takes from one process. Linux only; the processor's time is exact to 10 ms. */
export class CostMeter {
  readonly #pid: number;

  constructor(pid: number) {
    this.#pid = pid;
  }

  async of<R>(work: () => Promise<R>): Promise<Cost<R>> {
    const [cpu, memory] = [this.#cpu(), residentMegabytes(this.#pid).now];
    const result = await work();
    return {
      result,
      cpu: this.#cpu() - cpu,
      grownBy: residentMegabytes(this.#pid).now - memory,
    };
  }

  #cpu(): number {
    return cpuOf([this.#pid]).server;
  }
}
