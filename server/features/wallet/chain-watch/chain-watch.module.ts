import { Module } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Breakers } from '../../../platform/health/breaker.js';
import { ChainWatchers } from './chain-watcher.js';
import { EvmWatcher } from './evm-watcher.js';
import { TronWatcher } from './tron-watcher.js';

@Module({
  providers: [
    {
      provide: ChainWatchers,
      inject: [Config, Breakers],
      useFactory: ({ values }: Config, breakers: Breakers) => {
        // What is not configured is no part of the readiness.
        const breaker = (url: string, name: string) => (url === '' ? undefined : breakers.of(name));
        return new ChainWatchers([
          new EvmWatcher(values.EVM_RPC_URL, breaker(values.EVM_RPC_URL, 'evm-node')),
          new TronWatcher(values.TRON_API_URL, breaker(values.TRON_API_URL, 'tron-node')),
        ]);
      },
    },
  ],
  exports: [ChainWatchers],
})
export class ChainWatchModule {}
