import { admitServingUser } from '../platform/database/serving-user.js';
import { installMissingTriggers, installStoredFunctions } from '../platform/database/stored-functions.js';
import { adoptFolded } from './adopt-folded.js';
import { createDataSource } from './data-source.js';
import { seed } from './seeds/seed.js';

export interface ServingAddresses {
  url: string;
  feedUrl?: string | undefined;
}

/**
 * Brings the database up to date: migrations, stored functions, seeds, the user who serves, then statistics for the planner.
 * @param ownerUrl the database as the owner of its tables.
 * @param serving the same as the running product connects to it: feeds as a user of their own, or all processes as one.
 */
export async function migrate(ownerUrl: string, serving: ServingAddresses = { url: ownerUrl }): Promise<void> {
  const source = createDataSource(ownerUrl, 2, false);
  await source.initialize();
  try {
    await adoptFolded(source);
    await installMissingTriggers(source);
    await source.runMigrations();
    await installStoredFunctions(source);
    await seed(source);
    await admitServingUser(source, serving.url, serving.feedUrl ? ['gateway_app'] : ['gateway_app', 'gateway_feed']);
    if (serving.feedUrl) await admitServingUser(source, serving.feedUrl, ['gateway_feed']);
    // Plans made while tables are empty keep a sequential scan until statistics exist.
    await source.query('analyze');
  } finally {
    await source.destroy();
  }
}
