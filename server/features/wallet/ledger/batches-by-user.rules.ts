/**
 * Splits rows that are sorted by user into batches of about the given size for `ledger_post_batch` and similar functions. All
 * rows of a user are in one batch, so that no two batches lock the same account.
 */
export function batchesByUser(rows: readonly { id: string; userId: string }[], size: number): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  for (const [place, { id, userId }] of rows.entries()) {
    if (batch.length >= size && rows[place - 1]?.userId !== userId) {
      batches.push(batch);
      batch = [];
    }
    batch.push(id);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
