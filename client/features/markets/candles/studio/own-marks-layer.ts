import type {
  AutoscaleInfo,
  IPrimitivePaneView,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  PrimitiveHoveredItem,
  SeriesAttachedParameter,
} from 'lightweight-charts';
import { axisPrice } from '../../../../ui/axis-price';
import type { ChartView } from '../../../../ui/chart-drawing';
import type { Point } from '../drawings/drawing-shape';
import { NO_MARKS, type OwnFill, type OwnLine, type OwnMarks } from '../own-lines';
import { Projector } from '../projector';
import { edgeOf, type PlacedTag, placeTags, TAG_HEIGHT, type Tag } from './own-tags';

type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0];
type Context = CanvasRenderingContext2D;

const TOKENS = { gain: '--gain', loss: '--loss', accent: '--accent', warn: '--warn' } as const;
const FONT_PX = 11;
/** A mouse may take the line itself, a finger its tag alone: a swipe over the chart moves no order. */
const MOUSE_REACH = 6;
const FAR_OUT = -100;
const FILL_SIZE = 5;

/** Draws the user's own marks on the prices of a chart. */
export class OwnMarksLayer implements ISeriesPrimitive {
  private projector: Projector | null = null;
  private view: ChartView | null = null;
  private marks: OwnMarks = NO_MARKS;
  private held: string | null = null;
  private tags: readonly PlacedTag[] = [];
  private readonly views: IPrimitivePaneView[] = [
    { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.drawAll(target) }) },
  ];

  attached(attached: SeriesAttachedParameter): void {
    this.projector = new Projector(attached);
  }

  detached(): void {
    this.projector = null;
  }

  see(view: ChartView): void {
    this.view = view;
    this.projector?.see(view);
  }

  show(marks: OwnMarks, held: string | null): void {
    this.marks = marks;
    this.held = held;
    this.projector?.redraw();
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.marks.lines.map(({ price, tone }) => ({
      coordinate: () => this.projector?.yOf(Number(price)) ?? FAR_OUT,
      text: () => (this.view ? axisPrice(Number(price), this.view) : price),
      textColor: () => tokenOf('--ground'),
      backColor: () => tokenOf(TOKENS[tone]),
    }));
  }

  /** A line that is no farther away than the prices in sight are high is in sight as well; one far off would flatten them. */
  autoscaleInfo(from: number, to: number): AutoscaleInfo | null {
    const bars = this.view?.bars.slice(Math.max(0, Math.floor(from)), Math.ceil(to) + 1) ?? [];
    if (bars.length === 0 || this.marks.lines.length === 0) return null;
    const high = Math.max(...bars.map((bar) => Number(bar.high)));
    const low = Math.min(...bars.map((bar) => Number(bar.low)));
    const near = this.marks.lines
      .map(({ price }) => Number(price))
      .filter((price) => price >= low - (high - low) && price <= high + (high - low));
    if (near.length === 0) return null;
    return { priceRange: { minValue: Math.min(...near), maxValue: Math.max(...near) } };
  }

  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    const line = this.lineUnder({ x, y }, MOUSE_REACH);
    return line?.onDrop ? { cursorStyle: 'ns-resize', externalId: line.key, zOrder: 'top' } : null;
  }

  priceAt(y: number): number | null {
    return this.projector?.priceAt(y) ?? null;
  }

  /** The line whose tag, or for a mouse the line itself, is under a point; those that can be moved first. */
  lineUnder({ x, y }: Point, reach: number): OwnLine | null {
    const under = this.tags.filter((tag) => {
      const isOnTag = x >= tag.left - reach && x <= tag.left + tag.width + reach;
      const far = isOnTag ? TAG_HEIGHT / 2 + reach / 2 : reach <= MOUSE_REACH ? reach : 0;
      return Math.abs(y - tag.y) < far;
    });
    const lines = under.flatMap(({ key }) => this.marks.lines.filter((line) => line.key === key));
    return lines.find(({ onDrop }) => onDrop) ?? lines[0] ?? null;
  }

  private tagOf(line: OwnLine, context: Context, height: number): Tag | null {
    const y = this.projector?.yOf(Number(line.price)) ?? null;
    if (y === null) return null;
    const edge = edgeOf(y, height);
    if (edge && !line.isEdgeShown) return null;
    const price = this.view ? axisPrice(Number(line.price), this.view) : line.price;
    const inSight = line.onDrop ? `↕ ${line.words}` : line.words;
    const words = edge ? `${edge.arrow} ${line.words} ${price}` : inSight;
    const width = context.measureText(words).width + 10;
    return { key: line.key, y: edge?.y ?? y, words, width, isEdge: edge !== null };
  }

  private drawAll(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const { projector } = this;
      if (!projector) return;
      context.font = `${FONT_PX}px ${tokenOf('--mantine-font-family')}`;
      for (const fill of this.marks.fills) drawFill(context, fill, projector);
      this.tags = placeTags(this.marks.lines.flatMap((line) => this.tagOf(line, context, mediaSize.height) ?? []));
      for (const tag of this.tags) {
        const line = this.marks.lines.find(({ key }) => key === tag.key);
        if (line) drawLine(context, line, tag, { width: mediaSize.width, isHeld: line.key === this.held });
      }
    });
  }
}

function drawLine(
  context: Context,
  line: OwnLine,
  tag: PlacedTag,
  { width, isHeld }: { width: number; isHeld: boolean },
) {
  const colour = tokenOf(TOKENS[line.tone]);
  const y = Math.round(tag.y) + 0.5;
  context.strokeStyle = colour;
  context.lineWidth = isHeld ? 2 : 1;
  if (!tag.isEdge) {
    context.setLineDash(isHeld ? [] : [5, 4]);
    context.beginPath();
    context.moveTo(0, y);
    context.lineTo(width, y);
    context.stroke();
    context.setLineDash([]);
  }
  context.fillStyle = tokenOf('--ground');
  context.fillRect(tag.left, y - TAG_HEIGHT / 2, tag.width, TAG_HEIGHT);
  context.strokeRect(tag.left + 0.5, y - TAG_HEIGHT / 2, tag.width - 1, TAG_HEIGHT);
  context.fillStyle = colour;
  context.fillText(tag.words, tag.left + 5, y + FONT_PX / 2 - 1.5);
}

/** A triangle below a purchase that points up, above a sale that points down. */
function drawFill(context: Context, { at, price, side }: OwnFill, projector: Projector): void {
  const [x, y] = [projector.xOf(at), projector.yOf(Number(price))];
  if (x === null || y === null) return;
  const way = side === 'buy' ? 1 : -1;
  context.fillStyle = tokenOf(side === 'buy' ? '--gain' : '--loss');
  context.strokeStyle = tokenOf('--ground');
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - FILL_SIZE, y + way * FILL_SIZE * 1.8);
  context.lineTo(x + FILL_SIZE, y + way * FILL_SIZE * 1.8);
  context.closePath();
  context.fill();
  context.stroke();
}

/** A canvas cannot read style sheets by itself. */
function tokenOf(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}
