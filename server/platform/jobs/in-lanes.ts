/** Does the work for every item, so many at a time; the answers are in the items' order. */
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
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  return answers;
}
