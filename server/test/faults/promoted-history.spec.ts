import type { DataSource } from 'typeorm';
import { createDataSource } from '../../database/data-source.js';
import { createTestDatabase } from '../database.js';
import { OwnServers } from './own-servers.js';

/** A standby that takes the primary's place goes on with a history of its own: event numbers belong to another one from its first answer on. */

jest.setTimeout(300_000);

let servers: OwnServers;
beforeAll(async () => {
  servers = await OwnServers.start();
  process.env.TEST_DATABASE_URL = servers.databaseUrl;
});
afterAll(() => servers?.stop());

it('a promotion begins another history at once, and its first checkpoint begins none', async () => {
  // Before the database: what the standby takes in of it makes its first checkpoint as primary a long one.
  await servers.replicate();
  const database = await createTestDatabase();
  // As gateways ask.
  const serving = async <Answer>(ask: (source: DataSource) => Promise<Answer>): Promise<Answer> => {
    const source = await createDataSource(database.gatewayUrl, 1).initialize();
    return ask(source).finally(() => source.destroy());
  };
  const epoch = () =>
    serving(async (source) => {
      const [row] = await source.query(
        'select outbox_epoch() as epoch, (select timeline_id from pg_control_checkpoint()) as checkpointed',
      );
      return row as { epoch: string; checkpointed: number };
    });
  const before = await epoch();
  expect(before.checkpointed).toBe(1);
  await servers.failOver();
  const promoted = await epoch();
  // Its first checkpoint is still to come: that is the case this is about.
  expect(promoted.checkpointed).toBe(1);
  expect(promoted.epoch).not.toBe(before.epoch);
  const owner = await createDataSource(database.url, 1, false).initialize();
  await owner.query('checkpoint').finally(() => owner.destroy());
  expect(await epoch()).toEqual({ epoch: promoted.epoch, checkpointed: 2 });
});
