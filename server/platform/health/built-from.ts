import { readFileSync } from 'node:fs';
import { z } from 'zod';

const BUILT = z.object({ version: z.string(), commit: z.string() });

/**
 * What was built here: the build notes it beside the programs, because whoever starts one does it without npm, which would say it.
 * @returns empty texts where nothing was built, as in a test; the commit is known where the build was told it.
 */
export function builtFrom(): { version: string; commit: string } {
  try {
    return BUILT.parse(JSON.parse(readFileSync(new URL('../../../programs/built.json', import.meta.url), 'utf8')));
  } catch {
    return { version: '', commit: '' };
  }
}
