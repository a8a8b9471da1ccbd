import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Config, type Configuration } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { Fitness } from './fitness.js';
import { Loop, type LoopTerms } from './loop.js';

export interface RoleTerms extends LoopTerms {
  /**
   * The loop starts in processes with this role, once the database is of their version, and its rounds do nothing while the
   * process's clock is wrong. Without a role it starts in every process, at once.
   */
  role?: Configuration['ROLES'][number];
}

/**
 * The loops of the process: each is added by the class whose work it runs, starts when the process has started, and
 * ends its round before connections are closed.
 */
@Injectable()
export class Loops implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: { loop: Loop; isOurs: boolean; isWork: boolean }[] = [];

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly fitness: Fitness,
  ) {}

  add({ role, ...given }: RoleTerms): Loop {
    // Work that falls due is left to others, or to later, while this process does not know what time it is. Others than the
    // loop itself may ask for a round before it has started.
    const round = async () => (this.fitness.isFit() ? given.round() : undefined);
    const terms = role === undefined ? given : { ...given, round };
    const loop = new Loop(terms, this.clock, this.metrics);
    const isWork = role !== undefined;
    this.loops.push({ loop, isOurs: !isWork || this.config.values.ROLES.includes(role), isWork });
    return loop;
  }

  onApplicationBootstrap(): void {
    for (const { loop, isOurs, isWork } of this.loops) {
      if (!isOurs) continue;
      if (isWork) this.fitness.onceMet(() => loop.start());
      else loop.start();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map(({ loop }) => loop.stop()));
  }
}
