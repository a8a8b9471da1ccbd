import { parseArgs } from 'node:util';
import { Decimal } from './contract/decimal.js';
import { crashCommand } from './features/markets/price-feed/crash-commands.js';
import { readConfiguration } from './platform/config/config.js';
import { RedisChannels } from './platform/redis/redis-channels.js';
import { connectRedis, isCluster } from './platform/redis/redis.js';

const USAGE = 'Usage: npm run crash -- SYMBOL RATIO SECONDS, for example: npm run crash -- BTC/USDT 0.3 60';

/** Commands the running product's simulation to let a price fall. Live prices take no commands. */
async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [symbol, ratio, seconds] = positionals;
  const command = crashCommand.safeParse({
    kind: 'crash',
    symbol: symbol?.toUpperCase(),
    ratio: Number(ratio),
    overMs: Math.round(Number(seconds) * 1000),
  });
  if (!command.success) throw new Error(`${USAGE}\nThe ratio is above 0 and at most 0.95, the time 1 s to a day.`);
  const configuration = readConfiguration(process.env);
  // It waits for Redis.
  const redis = connectRedis(configuration, { maxRetriesPerRequest: null });
  const channels = new RedisChannels(redis, isCluster(configuration));
  try {
    const listeners = await channels.publish(`${configuration.REDIS_PREFIX}feed:command`, JSON.stringify(command.data));
    if (listeners === 0) throw new Error('No simulation is running that could be commanded.');
    process.stdout.write(
      `${symbol} falls by ${new Decimal(command.data.ratio).times(100).toFixed()} % within ${seconds} s, then recovers in part.\n`,
    );
  } finally {
    redis.disconnect();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
