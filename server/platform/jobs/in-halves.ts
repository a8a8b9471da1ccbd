import { endsPass } from '../database/transaction.js';

/**
 * Does the work for all rows in one transaction, and where that fails in halves, until the rows are found that it fails for: one that always
 * fails holds up no other.
 * @param work answers how much was done
 * @param failed is told of each row that the work fails for by itself
 * @returns how much was done
 * @throws what concerns the whole process, and what fails without rows
 */
export async function inHalves(
  rows: readonly string[],
  work: (some: readonly string[]) => Promise<number>,
  failed: (row: string, error: unknown) => void,
): Promise<number> {
  try {
    return await work(rows);
  } catch (error) {
    const [first] = rows;
    if (endsPass(error) || first === undefined) throw error;
    if (rows.length === 1) {
      failed(first, error);
      return 0;
    }
    const half = Math.ceil(rows.length / 2);
    const done = await inHalves(rows.slice(0, half), work, failed);
    return done + (await inHalves(rows.slice(half), work, failed));
  }
}
