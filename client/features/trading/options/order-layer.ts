import type {
  AutoscaleInfo,
  IPrimitivePaneView,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
} from 'lightweight-charts';
import { zoneOffsetSeconds } from '../../../platform/server-clock';
import type { Stand } from '../option-orders';

/** An open order on the chart: its entry as a line, its window as a band. */
export interface OrderMark {
  entry: number;
  /** The entry as its label says it. */
  text: string;
  /** First and last second of the window, Unix milliseconds. */
  from: number;
  to: number;
  /** How it stands now: its colour. */
  stand: Stand;
  /** The same in words, and which way it was bought: nobody has to tell colours apart. */
  words: string;
}

const TOKENS = {
  ahead: '--gain',
  behind: '--loss',
  level: '--accent',
  settling: '--warn',
  unknown: '--text-2',
} as const;
const DASHES = { ahead: [], behind: [5, 4], level: [2, 3], settling: [1, 4], unknown: [5, 4] } as const;
const TAG_HEIGHT = 16;
const FONT_PX = 11;
const BAND = '--warn-ground';
const EDGE = '--warn';

/** However short, a window is seen. */
const BAND_LEAST = 3;
const DAY_SECONDS = 86_400;
const MARKS_MAX = 8;
/** Bars of room after the last one: what the chart has by itself, and how much orders may ask for. */
const ROOM = 3;
const ROOM_MOST = 40;

type Attached = SeriesAttachedParameter;
type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0];

/** Draws open orders on the prices of a chart; the chart itself knows nothing of orders. */
export class OrderLayer implements ISeriesPrimitive {
  private chart: Attached | null = null;
  private marks: readonly OrderMark[] = [];
  private room = ROOM;
  private readonly views: IPrimitivePaneView[] = [
    { zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.drawBands(target) }) },
    { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.drawLines(target) }) },
  ];

  attached(chart: Attached): void {
    this.chart = chart;
    // Another kind of chart begins at its own right end.
    this.room = ROOM;
    this.makeRoom();
  }

  detached(): void {
    this.chart = null;
  }

  show(marks: readonly OrderMark[]): void {
    this.marks = marks.slice(0, MARKS_MAX);
    this.makeRoom();
    this.chart?.requestUpdate();
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.marks.map(({ entry, text, stand }) => ({
      coordinate: () => this.chart?.series.priceToCoordinate(entry) ?? -100,
      text: () => text,
      textColor: () => colour('--ground'),
      backColor: () => colour(TOKENS[stand ?? 'unknown']),
    }));
  }

  /** The entries are on the chart even when the price has left them. */
  autoscaleInfo(): AutoscaleInfo | null {
    if (this.marks.length === 0) return null;
    const entries = this.marks.map(({ entry }) => entry);
    return { priceRange: { minValue: Math.min(...entries), maxValue: Math.max(...entries) } };
  }

  /** Windows that are yet to come are on the chart, too. Whoever looks at the past stays there. */
  private makeRoom(): void {
    const scale = this.chart?.chart.timeScale();
    const bars = this.chart?.series.data() ?? [];
    if (!scale || bars.length === 0 || scale.scrollPosition() < 0) return;
    const ends = this.marks.map(({ to }) => (this.placeOf(to) ?? 0) - (bars.length - 1));
    const room = Math.min(ROOM_MOST, Math.max(ROOM, ...ends.map((end) => Math.ceil(end) + 2)));
    if (room === this.room) return;
    this.room = room;
    scale.applyOptions({ rightOffset: room });
  }

  private drawBands(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      for (const { from, to } of this.marks) {
        const [left, right] = [this.xOf(from), this.xOf(to)];
        if (left !== null && right !== null) {
          const width = Math.max(BAND_LEAST, right - left);
          context.fillStyle = colour(BAND);
          context.fillRect(left, 0, width, mediaSize.height);
          context.fillStyle = colour(EDGE);
          context.fillRect(left, 0, 1, mediaSize.height);
          context.fillRect(left + width, 0, 1, mediaSize.height);
        }
      }
    });
  }

  private drawLines(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.font = `${FONT_PX}px ${colour('--mantine-font-family')}`;
      context.lineWidth = 1;
      const lines = this.marks.flatMap(({ entry, stand, words }) => {
        const at = this.chart?.series.priceToCoordinate(entry) ?? null;
        const state = stand ?? 'unknown';
        return at === null ? [] : { y: Math.round(at) + 0.5, tone: colour(TOKENS[state]), dash: DASHES[state], words };
      });
      for (const { y, tone, dash } of lines) {
        context.strokeStyle = tone;
        context.setLineDash([...dash]);
        context.beginPath();
        context.moveTo(0, y);
        context.lineTo(mediaSize.width, y);
        context.stroke();
      }
      context.setLineDash([]);
      // Over all lines: none goes through the words of another.
      const placed: { y: number; right: number }[] = [];
      for (const { y, tone, words } of lines) {
        // Beside those that are as high.
        const left = Math.max(0, ...placed.flatMap((tag) => (Math.abs(tag.y - y) < TAG_HEIGHT ? tag.right : []))) + 4;
        const width = context.measureText(words).width + 10;
        placed.push({ y, right: left + width });
        context.fillStyle = colour('--ground');
        context.fillRect(left, y - TAG_HEIGHT / 2, width, TAG_HEIGHT);
        context.strokeStyle = tone;
        context.strokeRect(left + 0.5, y - TAG_HEIGHT / 2, width - 1, TAG_HEIGHT);
        context.fillStyle = tone;
        context.fillText(words, left + 5, y + FONT_PX / 2 - 1.5);
      }
    });
  }

  /** Where an instant is: bars stand at equal distances, and the time after the last one goes on like that. */
  private xOf(at: number): number | null {
    const place = this.placeOf(at);
    if (place === null) return null;
    // The library knows the places of whole bars only.
    const whole = Math.floor(place);
    const [left, right] = [this.xOfBar(whole), this.xOfBar(whole + 1)];
    return left === null || right === null ? null : left + (right - left) * (place - whole);
  }

  /** The same as the number of a bar, with its part. */
  private placeOf(at: number): number | null {
    const bars = this.chart?.series.data() ?? [];
    const last = bars.at(-1);
    const before = bars.at(-2);
    if (!last || !before) return null;
    const step = Number(last.time) - Number(before.time);
    const seconds = at / 1000 + (step < DAY_SECONDS ? zoneOffsetSeconds() : 0);
    return bars.length - 1 + (seconds - Number(last.time)) / step;
  }

  private xOfBar(place: number): number | null {
    type Logical = Parameters<ReturnType<Attached['chart']['timeScale']>['logicalToCoordinate']>[0];
    return this.chart?.chart.timeScale().logicalToCoordinate(place as Logical) ?? null;
  }
}

/** A canvas cannot read style sheets by itself. */
function colour(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}
