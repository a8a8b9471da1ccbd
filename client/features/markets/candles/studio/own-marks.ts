import type { ChartAddition, ChartParts, ChartView } from '../../../../ui/chart-drawing';
import { DrawingHand } from '../drawings/drawing-hand';
import type { Point } from '../drawings/drawing-shape';
import { NO_MARKS, type OwnLine, type OwnMarks } from '../own-lines';
import { OwnMarksLayer } from './own-marks-layer';

interface Dragged {
  line: OwnLine;
  price: string;
}

/** The user's own orders, positions and fills on one chart. A line that is dropped elsewhere asks, and goes back. */
export class OwnMarksDesk implements ChartAddition {
  private readonly layer = new OwnMarksLayer();
  private readonly hand: DrawingHand;
  private parts: ChartParts | null = null;
  private view: ChartView | null = null;
  private marks: OwnMarks = NO_MARKS;
  private dragged: Dragged | null = null;

  /** @param isFree whether lines may be taken hold of now */
  constructor(isFree: () => boolean) {
    this.hand = new DrawingHand({
      isBusy: isFree,
      hasTool: () => false,
      press: (point, reach) => this.press(point, reach),
      drag: (point) => this.drag(point),
      release: (point, isTap) => this.release(point, isTap),
      hover: () => undefined,
      cancel: () => this.letGo(),
      remove: () => undefined,
    });
  }

  change(marks: OwnMarks): void {
    this.marks = marks;
    // One that is gone meanwhile cannot be dropped any more.
    if (this.dragged && !marks.lines.some(({ key }) => key === this.dragged?.line.key)) this.dragged = null;
    this.draw();
  }

  attach(parts: ChartParts): void {
    this.parts = parts;
    parts.price.attachPrimitive(this.layer);
    this.hand.attach(parts.host);
  }

  show(view: ChartView): void {
    this.view = view;
    this.layer.see(view);
    this.draw();
  }

  detach(): void {
    this.hand.detach();
    this.parts?.price.detachPrimitive(this.layer);
    this.parts = null;
    this.dragged = null;
  }

  private press(point: Point, reach: number): boolean {
    const line = this.layer.lineUnder(point, reach);
    if (!line?.onDrop) return false;
    this.dragged = { line, price: line.price };
    return true;
  }

  private drag(point: Point): void {
    const price = this.layer.priceAt(point.y);
    if (!this.dragged || !this.view || price === null || price <= 0) return;
    this.dragged = { ...this.dragged, price: price.toFixed(this.view.priceDecimals) };
    this.draw();
  }

  private release(point: Point, isTap: boolean): void {
    if (!isTap) this.drag(point);
    const { dragged } = this;
    this.letGo();
    if (!dragged || isTap || dragged.price === dragged.line.price) return;
    dragged.line.onDrop?.(dragged.price);
  }

  private letGo(): boolean {
    const wasHeld = this.dragged !== null;
    this.dragged = null;
    this.draw();
    return wasHeld;
  }

  private draw(): void {
    const { dragged, marks } = this;
    const lines = marks.lines.map((line) =>
      line.key === dragged?.line.key ? { ...line, price: dragged.price } : line,
    );
    this.layer.show({ ...marks, lines }, dragged?.line.key ?? null);
  }
}
