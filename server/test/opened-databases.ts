import type { DataSource } from 'typeorm';
import { createDataSource } from '../database/data-source.js';
import type { TestDatabase } from './database.js';

/** Databases that the tests of a file opened: each is closed and dropped after the test that made it. */
export function openedDatabases(): { open: (database: TestDatabase) => Promise<DataSource> } {
  let opened: { database: TestDatabase; source: DataSource }[] = [];
  afterEach(async () => {
    for (const { database, source } of opened) {
      await source.destroy();
      await database.drop();
    }
    opened = [];
  });
  return {
    async open(database) {
      const source = await createDataSource(database.url, 2, false).initialize();
      opened.push({ database, source });
      return source;
    },
  };
}
