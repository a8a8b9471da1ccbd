import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Config, type Configuration } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { Loop, type LoopTerms } from './loop.js';

export interface RoleTerms extends LoopTerms {
  /**
   * The loop starts in processes with this role, whose rounds do nothing while the process's clock is wrong; in every
   * process without it.
   */
  role?: Configuration['ROLES'][number];
}

/**
 * The loops of the process: each is added by the class whose work it runs, starts when the process has started, and
 * ends its round before connections are closed.
 */
@Injectable()
export class Loops implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: { loop: Loop; isOurs: boolean }[] = [];

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  add({ role, ...given }: RoleTerms): Loop {
    // Work that falls due is left to others, or to later, while this process does not know what time it is.
    const round = async () => (this.clock.isRight() ? given.round() : undefined);
    const terms = role === undefined ? given : { ...given, round };
    const loop = new Loop(terms, this.clock, this.metrics);
    this.loops.push({ loop, isOurs: role === undefined || this.config.values.ROLES.includes(role) });
    return loop;
  }

  onApplicationBootstrap(): void {
    for (const { loop, isOurs } of this.loops) if (isOurs) loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.loops.map(({ loop }) => loop.stop()));
  }
}
