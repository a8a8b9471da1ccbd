import type { IPrimitivePaneView, ISeriesPrimitive, SeriesAttachedParameter } from 'lightweight-charts';
import { formatDecimal } from '../../../../platform/format';
import { axisPrice } from '../../../../ui/axis-price';
import type { ChartView } from '../../../../ui/chart-drawing';
import { Projector } from '../projector';
import type { Anchor, Drawing } from './drawing';
import { partUnder, type Point, type Shape, shapeOf } from './drawing-shape';

type Target = Parameters<NonNullable<ReturnType<IPrimitivePaneView['renderer']>>['draw']>[0];
type Context = CanvasRenderingContext2D;

const HANDLE = 5;
const FONT_PX = 11;

interface Found {
  drawing: Drawing;
  part: number | 'body';
}

/** Draws drawings on the prices of a chart. */
export class DrawingLayer implements ISeriesPrimitive {
  private projector: Projector | null = null;
  private view: ChartView | null = null;
  private drawings: readonly Drawing[] = [];
  private selected: number | null = null;
  private readonly views: IPrimitivePaneView[] = [
    { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.drawAll(target) }) },
  ];

  attached(attached: SeriesAttachedParameter): void {
    this.projector = new Projector(attached);
  }

  detached(): void {
    this.projector = null;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  see(view: ChartView): void {
    this.view = view;
    this.projector?.see(view);
    this.projector?.redraw();
  }

  show(drawings: readonly Drawing[], selected: number | null): void {
    this.drawings = drawings;
    this.selected = selected;
    this.projector?.redraw();
  }

  anchorAt({ x, y }: Point): Anchor | null {
    const at = this.projector?.instantAt(x) ?? null;
    const price = this.projector?.priceAt(y) ?? null;
    return at === null || price === null ? null : { at, price };
  }

  /** What is under a point; of several the one that was drawn last, but the chosen one first. */
  under(point: Point, reach: number): Found | null {
    const byAge = this.drawings.toReversed();
    const ordered = [...byAge.filter(({ id }) => id === this.selected), ...byAge];
    const view = this.projection();
    if (!view) return null;
    for (const drawing of ordered) {
      const shape = shapeOf(drawing, view);
      const part = shape && partUnder(shape, point, view, reach);
      if (part !== null) return { drawing, part };
    }
    return null;
  }

  private projection(size?: { width: number; height: number }) {
    const { projector, view } = this;
    if (!projector || !view) return null;
    const { width, height } = size ?? projector.size();
    return {
      width,
      height,
      xOf: (at: number) => projector.xOf(at),
      yOf: (price: number) => projector.yOf(price),
      priceText: (price: number) => axisPrice(price, view),
      levelText: (level: number) => formatDecimal(String(level), view.language),
      // Wide enough for letters of two widths: it decides only how near a finger has to come.
      textWidth: (text: string) => text.length * FONT_PX,
    };
  }

  private drawAll(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const view = this.projection(mediaSize);
      if (!view) return;
      const font = tokenOf('--mantine-font-family');
      context.font = `${FONT_PX}px ${font}`;
      for (const drawing of this.drawings) {
        const shape = shapeOf(drawing, view);
        if (shape) paint(context, shape, drawing.id === this.selected || drawing.id === 0);
      }
    });
  }
}

function paint(context: Context, { lines, ground, labels, handles }: Shape, isChosen: boolean): void {
  const colour = tokenOf(isChosen ? '--line-1' : '--line-2');
  context.strokeStyle = colour;
  context.lineWidth = isChosen ? 2 : 1.5;
  if (ground) {
    const [a, b] = ground;
    context.globalAlpha = 0.12;
    context.fillStyle = colour;
    context.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
    context.globalAlpha = 1;
  }
  for (const [from, to] of lines) {
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  for (const { point, text } of labels) {
    const { width } = context.measureText(text);
    context.globalAlpha = 0.8;
    context.fillStyle = tokenOf('--ground');
    context.fillRect(point.x - 2, point.y - FONT_PX - 5, width + 4, FONT_PX + 4);
    context.globalAlpha = 1;
    context.fillStyle = colour;
    context.fillText(text, point.x, point.y - 4);
  }
  if (!isChosen) return;
  for (const { x, y } of handles) {
    context.beginPath();
    context.arc(x, y, HANDLE, 0, 2 * Math.PI);
    context.fillStyle = tokenOf('--ground');
    context.fill();
    context.stroke();
  }
}

/** A canvas cannot read style sheets by itself. */
function tokenOf(token: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}
