/** Waits, for half a minute at most, until a statement finds a row that it looks for. */
export async function untilFound(look: () => Promise<unknown[]>, what: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries += 1) {
    if ((await look()).length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`Half a minute went by without ${what}.`);
}
