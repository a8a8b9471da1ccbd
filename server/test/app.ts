import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { createApplication } from '../application.js';
import { createDataSource } from '../database/data-source.js';
import { BackfillCandles } from '../features/markets/candles/index.js';
import { readConfiguration } from '../platform/config/config.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { Neighbours } from './neighbours.js';

export interface TestApp {
  application: NestFastifyApplication;
  url: string;
  database: TestDatabase;
  /** The database past all guards, for what a test puts there and looks at. */
  owner: DataSource;
  /** The database as the product itself has it, with the rights of who serves: for what the product does. */
  serving: DataSource;
  close(): Promise<void>;
}

/** Of one installation: all applications that a test file boots on a database can open what the others sealed. */
const OWN_SECRETS = {
  SECRET_KEY: randomBytes(32).toString('hex'),
  PASSWORD_PEPPER: randomBytes(32).toString('hex'),
};

/**
 * Boots the whole product on a free port, with a database and a Redis prefix of its own.
 * @param prepare changes what the test needs otherwise, before anything of the product runs.
 */
export async function bootApp(
  environment: Record<string, string> = {},
  shared?: TestDatabase,
  prepare?: (application: NestFastifyApplication) => void,
): Promise<TestApp> {
  const database = shared ?? (await createTestDatabase());
  const neighbours = new Neighbours();
  const configuration = readConfiguration({
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    FEED: 'none',
    // Five prices a second of each market are enough, and leave the processor to the tests.
    SIMULATION_BEAT_MS: '200',
    SIMULATION_HISTORY_DAYS: '1',
    // No hour at which a venue is silent by itself: a test that needs that says it.
    SIMULATION_MOODS: 'false',
    REALTIME_DRAIN_MS: '100',
    ...('SECRETS_FOLDER' in environment ? {} : OWN_SECRETS),
    DATA_FOLDER: join(tmpdir(), `data-${randomBytes(6).toString('hex')}`),
    REDIS_URL: process.env.TEST_REDIS_URL ?? process.env.REDIS_URL,
    REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}:`,
    ...(environment.NODE_ENV === 'production' ? { PUBLIC_URL: 'https://trade.example' } : {}),
    ...environment,
    ...(await neighbours.settingsFor(database.servingUrl)),
  });
  const application = await createApplication(configuration);
  prepare?.(application);
  await application.listen({ port: 0, host: '127.0.0.1' });
  const { port } = application.getHttpServer().address() as AddressInfo;
  const owner = await createDataSource(database.url).initialize();
  return {
    application,
    url: await neighbours.addressOf(port),
    database,
    owner,
    serving: application.get(DataSource),
    close: async () => {
      await application.close();
      await neighbours.stop();
      if (owner.isInitialized) await owner.destroy();
      if (!environment.DATA_FOLDER) await rm(configuration.DATA_FOLDER, { recursive: true, force: true });
      if (!shared) await database.drop();
    },
  };
}

/**
 * For `prepare`: leaves out the bars of more than a day ago. A simulation works out a year of them after its start, which
 * takes the processor for longer than most tests do; the day that charts and 24 h figures show is there as always.
 */
export function withoutFarHistory(application: NestFastifyApplication): void {
  const backfill = application.get(BackfillCandles);
  const fill = backfill.execute.bind(backfill);
  backfill.execute = async (request) => (request.depth === 'deep' ? { bars: 0, failed: [] } : fill(request));
}
