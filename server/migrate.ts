import { migrate } from './database/migrate.js';
import { addressOf } from './platform/config/secrets.js';

const url = addressOf(process.env, 'DATABASE');
try {
  if (!url) throw new Error('DATABASE_URL is not set.');
  const workerUrl = addressOf(process.env, 'DATABASE_WORKER');
  const feedUrl = addressOf(process.env, 'DATABASE_FEED');
  await migrate(addressOf(process.env, 'DATABASE_OWNER') ?? url, { url, workerUrl, feedUrl });
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

/** One line for the terminal: a refused connection carries its causes inside and no message of its own. */
function describe(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describe).join('; ');
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
