export interface Tag {
  key: string;
  y: number;
  words: string;
  width: number;
  /** It stands for a line that is out of sight. */
  isEdge?: boolean;
}

/** Where the mark of a line that is out of sight stands: at the edge of the prices that it is beyond. */
export function edgeOf(y: number, height: number): { y: number; arrow: '↑' | '↓' } | null {
  if (y < 0) return { y: TAG_HEIGHT / 2 + FROM_EDGE, arrow: '↑' };
  if (y > height) return { y: height - TAG_HEIGHT / 2 - FROM_EDGE, arrow: '↓' };
  return null;
}

export interface PlacedTag extends Tag {
  left: number;
}

export const TAG_HEIGHT = 18;
const FROM_EDGE = 3;
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
