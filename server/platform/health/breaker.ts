import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { DEPENDENCY_LIMITS } from '../config/dependency-limits.js';
import { Metrics } from '../metrics/metrics.js';
import { HealthRegistry } from './health.registry.js';

/** It has failed so often that it is left alone for a while: nobody asked it. */
export class DependencyAway extends Error {
  constructor(name: string) {
    super(`${name} has failed again and again, and is left alone for a while`);
  }
}

/** It has answered, but said no to what was asked: nothing is wrong with it. */
export class RefusedByDependency extends Error {}

/** It has answered, and said not now to what is of one recipient: another try may go well, and nothing is wrong with it perhaps. */
export class PutOffByDependency extends Error {
  /** No property: who it is does not belong in a log. */
  readonly #whose: string;

  /** @param whose where the recipient is: a server that says not now for several places in a row says it to everybody. */
  constructor(message: string, whose: string, options?: ErrorOptions) {
    super(message, options);
    this.#whose = whose;
  }

  get whose(): string {
    return this.#whose;
  }
}

/**
 * Lets nobody wait for something that is down: after so many failures in a row calls fail at once for a while, then one call tries
 * it, and either everything goes on or the rest begins anew.
 */
export class Breaker {
  private failures = 0;
  private restsUntil: number | null = null;
  private isTrying = false;
  /** Recipients that were put off since the last success or failure. */
  private readonly putOff = new Set<string>();

  constructor(
    readonly name: string,
    private readonly clock: Clock,
    private readonly limits: { failures: number; putOffs: number; restMs: number } = DEPENDENCY_LIMITS.breakers,
  ) {}

  /** Whether calls fail without being made, but for one that tries it once the rest is over. */
  get isOpen(): boolean {
    return this.restsUntil !== null;
  }

  get failuresInARow(): number {
    return this.failures;
  }

  /** @throws DependencyAway without calling while it is left alone; otherwise what the call throws. */
  async call<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.restsUntil !== null) {
      if (this.isTrying || this.clock.now() < this.restsUntil) throw new DependencyAway(this.name);
      this.isTrying = true;
    }
    try {
      const result = await work();
      this.answered();
      return result;
    } catch (error) {
      if (error instanceof RefusedByDependency) this.answered();
      else if (error instanceof PutOffByDependency) this.wasPutOff(error.whose);
      else this.failed();
      throw error;
    }
  }

  private answered(): void {
    this.putOff.clear();
    this.failures = 0;
    this.isTrying = false;
    this.restsUntil = null;
  }

  /** Says nothing of the dependency, neither that it is well nor that it is not, unless it says it to one after the other. */
  private wasPutOff(whose: string): void {
    this.isTrying = false;
    this.putOff.add(whose);
    if (this.putOff.size >= this.limits.putOffs) this.failed();
  }

  private failed(): void {
    this.putOff.clear();
    this.failures += 1;
    this.isTrying = false;
    if (this.restsUntil !== null || this.failures >= this.limits.failures)
      this.restsUntil = this.clock.now() + this.limits.restMs;
  }
}

/** The breakers of this process. Each is a part of the readiness, which it only degrades, and a figure. */
@Injectable()
export class Breakers {
  constructor(
    private readonly clock: Clock,
    private readonly health: HealthRegistry,
    private readonly metrics: Metrics,
  ) {}

  of(name: string): Breaker {
    const breaker = new Breaker(name, this.clock);
    this.group(name, () => [breaker]);
    return breaker;
  }

  /**
   * Breakers of one thing that has many places, as one part and one figure.
   * @param members those that there are now.
   * @param isAway whether the thing counts as left alone, which degrades it; asked when somebody looks, for time alone may change it.
   */
  group(name: string, members: () => readonly Breaker[], isAway = () => members().some(({ isOpen }) => isOpen)): void {
    this.health.part(name, () => {
      const leftAlone = isAway();
      const failuresInARow = Math.max(0, ...members().map((one) => one.failuresInARow));
      return { state: leftAlone ? 'degraded' : 'ok', detail: { leftAlone, failuresInARow } };
    });
    this.metrics.beforeReading(() => this.metrics.dependencyAway.set({ dependency: name }, isAway() ? 1 : 0));
  }
}
