import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of real market data beside the repository; tests that need it skip loudly where it is absent. */
export const SHARED_DATA = path.join(__dirname, '../../../shared/data');

/** The path of a file of real data, or null after saying on the console what is skipped and why. */
export function sharedFile(name: string): string | null {
  const file = path.join(SHARED_DATA, name);
  if (existsSync(file)) return file;
  process.stderr.write(`SKIPPED: ${file} is absent, so nothing is checked against this recording.\n`);
  return null;
}
