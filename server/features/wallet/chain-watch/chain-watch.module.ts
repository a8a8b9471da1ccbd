import { Module } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { ChainWatchers } from './chain-watcher.js';
import { EvmWatcher } from './evm-watcher.js';
import { TronWatcher } from './tron-watcher.js';

@Module({
  providers: [
    {
      provide: ChainWatchers,
      inject: [Config],
      useFactory: ({ values }: Config) =>
        new ChainWatchers([new EvmWatcher(values.EVM_RPC_URL), new TronWatcher(values.TRON_API_URL)]),
    },
  ],
  exports: [ChainWatchers],
})
export class ChainWatchModule {}
