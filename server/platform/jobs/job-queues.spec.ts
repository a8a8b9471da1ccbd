import { Cluster } from 'ioredis';
import { type Config, readConfiguration } from '../config/config.js';
import { Metrics } from '../metrics/metrics.js';
import { JobQueues } from './job-queues.js';

it('the many connections of queues ask a cluster less often than others who has what', async () => {
  const values = readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://u@127.0.0.1/d',
    REDIS_URL: 'redis://127.0.0.1:1',
    REDIS_CLUSTER: '127.0.0.1:1',
  });
  const queues = new JobQueues({ values } as Config, new Metrics());
  const connection = queues.connect({ lazyConnect: true });
  try {
    if (!(connection instanceof Cluster)) throw new Error('It is no cluster.');
    expect(connection.options.slotsRefreshInterval).toBe(5000);
  } finally {
    await queues.onApplicationShutdown();
  }
});
