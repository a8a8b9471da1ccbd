import { createDataSource } from './data-source.js';
import { seed } from './seeds/seed.js';

/** Brings the database up to date: migrations, then seeds, then statistics for the planner. */
export async function migrate(url: string): Promise<void> {
  const source = createDataSource(url, 2, false);
  await source.initialize();
  try {
    await source.runMigrations();
    await seed(source);
    // Plans made while tables are empty keep a sequential scan until statistics exist.
    await source.query('analyze');
  } finally {
    await source.destroy();
  }
}
