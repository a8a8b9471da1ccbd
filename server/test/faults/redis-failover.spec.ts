import { failovers } from './redis-failovers.js';
import { SentinelWorld } from './sentinel-world.js';

/** Sentinels put the replica in the primary's place. `npm run redis-failover -- --failovers=10` makes it long. */
failovers('Redis', () => SentinelWorld.start());
