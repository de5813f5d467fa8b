import { cpuOf, residentMegabytes } from '../../../load/process-usage.ts';

/** What some work took from a process. */
export interface Cost<R> {
  readonly result: R;
  readonly seconds: number;
  /** Microseconds of the processor. */
  readonly cpu: number;
  /** Megabytes of resident memory that the process had more in the end. */
  readonly grownBy: number;
}

/** Measures what work takes from one process. Linux only; the processor's time is exact to 10 ms. */
export class CostMeter {
  readonly #pid: number;
  /** Microseconds a second, without the work. */
  #resting = 0;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** Measures what the process takes by itself and for those who are always there; it is no part of what is measured later. */
  async rest<R>(work: () => Promise<R>): Promise<R> {
    const { result, cpu, seconds } = await this.of(work);
    this.#resting += cpu / seconds;
    return result;
  }

  async of<R>(work: () => Promise<R>): Promise<Cost<R>> {
    const [begun, cpu, memory] = [performance.now(), this.#cpu(), residentMegabytes(this.#pid).now];
    const result = await work();
    const seconds = (performance.now() - begun) / 1000;
    return {
      result,
      seconds,
      cpu: Math.max(0, this.#cpu() - cpu - this.#resting * seconds),
      grownBy: residentMegabytes(this.#pid).now - memory,
    };
  }

  #cpu(): number {
    return cpuOf([this.#pid]).server;
  }
}
