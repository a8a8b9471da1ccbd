import { installMissingTriggers, installStoredFunctions } from '../platform/database/stored-functions.js';
import { adoptFolded } from './adopt-folded.js';
import { createDataSource } from './data-source.js';
import { seed } from './seeds/seed.js';

/** Brings the database up to date: migrations, stored functions, seeds, then statistics for the planner. */
export async function migrate(url: string): Promise<void> {
  const source = createDataSource(url, 2, false);
  await source.initialize();
  try {
    await adoptFolded(source);
    await installMissingTriggers(source);
    await source.runMigrations();
    await installStoredFunctions(source);
    await seed(source);
    // Plans made while tables are empty keep a sequential scan until statistics exist.
    await source.query('analyze');
  } finally {
    await source.destroy();
  }
}
