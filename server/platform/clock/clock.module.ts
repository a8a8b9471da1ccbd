import { Global, Module } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Clock, SystemClock } from './clock.js';
import { ClockStore } from './clock.store.js';
import { ClockWatch } from './clock-watch.js';
import { FollowingClock } from './following-clock.js';

@Global()
@Module({
  providers: [
    {
      provide: Clock,
      inject: [Config],
      useFactory: async ({ values }: Config): Promise<Clock> => {
        if (!values.CLOCK_URL) return new SystemClock();
        const clock = new FollowingClock(values.CLOCK_URL);
        await clock.start();
        return clock;
      },
    },
    ClockStore,
    ClockWatch,
  ],
  exports: [Clock, ClockWatch],
})
export class ClockModule {}
