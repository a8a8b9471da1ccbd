import { endsPass } from '../database/transaction.js';

/**
 * Does the work for all rows in one transaction, and where that fails in halves, until the rows are found that it fails for: one that always
 * fails holds up no other.
 * @param work answers how much was done
 * @param failed is told of each row that the work fails for by itself
 * @param isOfRows whether an error may be of single rows; without it all but what ends the process's whole pass
 * @returns how much was done
 * @throws what concerns the whole process, and what fails without rows
 */
export async function inHalves<Row>(
  rows: readonly Row[],
  work: (some: readonly Row[]) => Promise<number>,
  failed: (row: Row, error: unknown) => void,
  isOfRows = (error: unknown) => !endsPass(error),
): Promise<number> {
  try {
    return await work(rows);
  } catch (error) {
    const [first] = rows;
    if (first === undefined || !isOfRows(error)) throw error;
    if (rows.length === 1) {
      failed(first, error);
      return 0;
    }
    const half = Math.ceil(rows.length / 2);
    const done = await inHalves(rows.slice(0, half), work, failed, isOfRows);
    return done + (await inHalves(rows.slice(half), work, failed, isOfRows));
  }
}
