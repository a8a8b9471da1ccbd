import type { Drawing } from './drawing';

export interface Point {
  x: number;
  y: number;
}

/** The chart as drawings see it, in pixels. */
export interface Projection {
  width: number;
  height: number;
  xOf: (at: number) => number | null;
  yOf: (price: number) => number | null;
  priceText: (price: number) => string;
  levelText: (level: number) => string;
  textWidth: (text: string) => number;
}

export interface Shape {
  lines: readonly (readonly [Point, Point])[];
  /** Two opposite corners. */
  ground: readonly [Point, Point] | null;
  labels: readonly { point: Point; text: string }[];
  /** Where it is taken hold of: its points. */
  handles: readonly Point[];
}

/** The levels of a retracement that are drawn, from the second point back to the first. */
export const FIBONACCI_LEVELS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;
const TEXT_HEIGHT = 16;

/** A drawing in pixels; null while a point of it has no place. */
export function shapeOf(drawing: Drawing, view: Projection): Shape | null {
  const handles = drawing.anchors.flatMap(({ at, price }) => {
    const [x, y] = [view.xOf(at), view.yOf(price)];
    return x === null || y === null ? [] : [{ x, y }];
  });
  const [a, b = a] = handles;
  if (!a || !b || handles.length !== drawing.anchors.length) return null;
  const none = { lines: [], ground: null, labels: [], handles };
  switch (drawing.tool) {
    case 'horizontal':
      return {
        ...none,
        lines: [
          [
            { x: 0, y: a.y },
            { x: view.width, y: a.y },
          ],
        ],
        labels: [{ point: { x: 4, y: a.y }, text: view.priceText(drawing.anchors[0]?.price ?? 0) }],
      };
    case 'trend':
      return { ...none, lines: [[a, b]] };
    case 'ray':
      return { ...none, lines: [[a, rayEnd(a, b, view)]] };
    case 'rectangle':
      return { ...none, lines: edges(a, b), ground: [a, b] };
    case 'fibonacci':
      return { ...none, ...retracement(drawing, [a, b], view) };
    default:
      return { ...none, labels: [{ point: a, text: drawing.text }] };
  }
}

function edges(a: Point, b: Point): [Point, Point][] {
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
  return corners.map((corner, index) => [corner, corners[(index + 1) % corners.length] ?? corner]);
}

/** Where the ray from a through b leaves the chart. */
function rayEnd(a: Point, b: Point, { width, height }: Projection): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (dx === 0 && dy === 0) return b;
  const toSide = dx === 0 ? Number.POSITIVE_INFINITY : ((dx > 0 ? width : 0) - a.x) / dx;
  const toEdge = dy === 0 ? Number.POSITIVE_INFINITY : ((dy > 0 ? height : 0) - a.y) / dy;
  // Never shorter than to the point that it goes through.
  const reach = Math.max(1, Math.min(toSide, toEdge));
  return { x: a.x + dx * reach, y: a.y + dy * reach };
}

/**
 * Levels between two points: 0 at the second, 1 at the first, the others in between by price.
 * Source: StockCharts ChartSchool, "Fibonacci Retracements".
 */
function retracement({ anchors }: Drawing, [a, b]: [Point, Point], view: Projection): Pick<Shape, 'lines' | 'labels'> {
  const [from = 0, to = 0] = anchors.map(({ price }) => price);
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const levels = FIBONACCI_LEVELS.flatMap((level) => {
    const price = to + (from - to) * level;
    const y = view.yOf(price);
    return y === null ? [] : [{ y, text: `${view.levelText(level)} · ${view.priceText(price)}` }];
  });
  return {
    lines: [
      [a, b],
      ...levels.map(({ y }): [Point, Point] => [
        { x: left, y },
        { x: right, y },
      ]),
    ],
    labels: levels.map(({ y, text }) => ({ point: { x: left + 4, y }, text })),
  };
}

/** What of a drawing is under a point: one of its handles, its body, or nothing. The first handle wins. */
export function partUnder(shape: Shape, point: Point, view: Projection, reach: number): number | 'body' | null {
  const handle = shape.handles.findIndex((one) => Math.hypot(one.x - point.x, one.y - point.y) <= reach);
  const isOnLine = shape.lines.some(([from, to]) => distanceTo(from, to, point) <= reach);
  const isOnLabel = shape.labels.some(
    ({ point: at, text }) =>
      point.x >= at.x - 4 &&
      point.x <= at.x + view.textWidth(text) + 4 &&
      point.y <= at.y + 4 &&
      point.y >= at.y - TEXT_HEIGHT - 4,
  );
  // A drawing of one point is moved by it as a whole.
  if (handle >= 0) return shape.handles.length === 1 ? 'body' : handle;
  return isOnLine || isOnLabel ? 'body' : null;
}

/** From a point to the nearest one of a line between two others. */
export function distanceTo(from: Point, to: Point, point: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / square;
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(from.x + part * dx - point.x, from.y + part * dy - point.y);
}
