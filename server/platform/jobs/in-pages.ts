/**
 * Works through what is due, page by page, until a page is not full, or nothing of it could be done: somebody else is at the rest.
 * @param read the next page of what is still due, at most so many
 * @param work answers how much of a page is done now
 * @returns how much was done
 */
export async function inPages<Item>(
  pageMax: number,
  read: (limit: number) => Promise<readonly Item[]>,
  work: (items: readonly Item[]) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (;;) {
    const items = await read(pageMax);
    const done = await work(items);
    total += done;
    if (done === 0 || items.length < pageMax) return total;
  }
}
