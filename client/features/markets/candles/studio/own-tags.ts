export interface Tag {
  key: string;
  y: number;
  words: string;
  width: number;
}

export interface PlacedTag extends Tag {
  left: number;
}

export const TAG_HEIGHT = 18;
const LEFT = 4;
const BETWEEN = 4;

/** Puts the words of lines that are near one another side by side, so that none lies upon another. */
export function placeTags(tags: readonly Tag[]): PlacedTag[] {
  const placed: PlacedTag[] = [];
  for (const tag of tags.toSorted((a, b) => a.y - b.y)) {
    const beside = placed.filter(({ y }) => Math.abs(y - tag.y) < TAG_HEIGHT);
    const left = beside.reduce((most, one) => Math.max(most, one.left + one.width + BETWEEN), LEFT);
    placed.push({ ...tag, left });
  }
  return placed;
}
