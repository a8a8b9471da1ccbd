/**
 * Does the work for every item, so many at a time; the answers are in the items' order. A failure is told when no lane is at
 * work any more: whoever hears of it may end the process, or begin the same work again.
 */
export async function inLanes<Item, Answer>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const rest = items.entries();
  const lane = async (): Promise<void> => {
    for (const [place, item] of rest) answers[place] = await work(item);
  };
  await whenAllEnd(Array.from({ length: Math.min(lanes, items.length) }, lane));
  return answers;
}

/** The answers of works that are under way, or the first one's failure, when all of them are over. */
export async function whenAllEnd<Answer>(works: readonly Promise<Answer>[]): Promise<Answer[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
