import { observable } from '../../../../platform/observable';
import type { ChartAddition, ChartParts, ChartView } from '../../../../ui/chart-drawing';
import { type Anchor, anchorsOf, type Drawing, type DrawingTool, moved } from './drawing';
import { DrawingHand } from './drawing-hand';
import { DrawingLayer } from './drawing-layer';
import type { Point } from './drawing-shape';
import { DRAWINGS_MOST, drawingsOf, storeDrawings, nextId, onDrawings } from './drawing-store';

export interface DeskState {
  /** Drawings can be made, chosen and moved; otherwise they are only seen. */
  isOpen: boolean;
  tool: DrawingTool | null;
  selected: number | null;
  count: number;
  /** What the last change made of them can be taken back. */
  canUndo: boolean;
  /** Where a text is to stand that has not been written yet. */
  textAt: Anchor | null;
}

const AT_FIRST: DeskState = { isOpen: false, tool: null, selected: null, count: 0, canUndo: false, textAt: null };
const UNDO_MOST = 30;

/** The drawings of one market on one chart: what is being drawn, chosen and moved. */
export class DrawingDesk implements ChartAddition {
  private readonly store = observable<DeskState>(AT_FIRST);
  private readonly layer = new DrawingLayer();
  private readonly hand: DrawingHand;
  private parts: ChartParts | null = null;
  private before: (readonly Drawing[])[] = [];
  /** Being drawn: the first point and where the second one would be. */
  private draft: Drawing | null = null;
  /** The first of two points was tapped. */
  private isSecond = false;
  private moving: { drawing: Drawing; part: number | 'body'; from: Anchor } | null = null;
  private stopListening: () => void = () => undefined;

  constructor(private readonly symbol: string) {
    this.hand = new DrawingHand({
      isBusy: () => this.store.get().isOpen,
      hasTool: () => this.store.get().tool !== null,
      press: (point, reach) => this.press(point, reach),
      drag: (point) => this.drag(point),
      release: (point, isTap) => this.release(point, isTap),
      hover: (point) => this.hover(point),
      cancel: () => this.cancel(),
      remove: () => this.removeSelected(),
    });
  }

  readonly state = this.store.get;
  readonly subscribe = this.store.subscribe;

  open(isOpen: boolean): void {
    if (isOpen === this.store.get().isOpen) return;
    this.draft = null;
    this.isSecond = false;
    this.change({ isOpen, tool: null, selected: null, textAt: null });
  }

  choose(tool: DrawingTool | null): void {
    this.draft = null;
    this.isSecond = false;
    this.change({ tool, selected: null, textAt: null });
  }

  write(text: string): void {
    const { textAt } = this.store.get();
    if (textAt && text.trim() !== '') this.add({ tool: 'text', anchors: [textAt], text: text.trim() });
    this.change({ textAt: null });
  }

  removeSelected(): void {
    const { selected } = this.store.get();
    if (selected === null) return;
    this.storeAll(this.drawings().filter(({ id }) => id !== selected));
    this.change({ selected: null });
  }

  removeAll(): void {
    if (this.drawings().length > 0) this.storeAll([]);
    this.change({ selected: null });
  }

  undo(): void {
    const last = this.before.pop();
    if (last) storeDrawings(this.symbol, last);
    this.change({ selected: null, canUndo: this.before.length > 0 });
  }

  attach(parts: ChartParts): void {
    this.parts = parts;
    parts.price.attachPrimitive(this.layer);
    this.hand.attach(parts.host);
    this.hand.hold(this.store.get().tool !== null);
    this.stopListening = onDrawings(() => this.draw());
    this.draw();
  }

  show(view: ChartView): void {
    this.layer.see(view);
  }

  detach(): void {
    this.stopListening();
    this.hand.detach();
    this.parts?.price.detachPrimitive(this.layer);
    this.parts = null;
  }

  private drawings(): readonly Drawing[] {
    return drawingsOf(this.symbol);
  }

  /** Something is drawn or moved from here on, unless nothing is under the pointer. */
  private press(point: Point, reach: number): boolean {
    if (this.store.get().tool) return this.begin(point);
    const under = this.layer.under(point, reach);
    this.change({ selected: under?.drawing.id ?? null });
    const from = this.layer.anchorAt(point);
    if (!under || !from) return false;
    this.moving = { drawing: under.drawing, part: under.part, from };
    return true;
  }

  private begin(point: Point): boolean {
    const { tool } = this.store.get();
    const anchor = this.layer.anchorAt(point);
    if (!tool || !anchor) return false;
    const first = this.draft?.anchors[0] ?? anchor;
    const anchors = anchorsOf(tool) === 1 ? [anchor] : [first, anchor];
    this.draft = { id: 0, tool, anchors, text: '' };
    this.draw();
    return true;
  }

  private drag(point: Point): void {
    const to = this.layer.anchorAt(point);
    if (!to) return;
    if (this.moving) {
      const { drawing, part, from } = this.moving;
      this.layer.show(this.withDraft(moved(drawing, part, from, to)), this.store.get().selected);
    } else this.extend(to);
  }

  private hover(point: Point): void {
    const to = this.draft && this.layer.anchorAt(point);
    if (to) this.extend(to);
  }

  private extend(to: Anchor): void {
    if (!this.draft) return;
    const [first] = this.draft.anchors;
    const isOne = anchorsOf(this.draft.tool) === 1;
    this.draft = { ...this.draft, anchors: isOne || !first ? [to] : [first, to] };
    this.draw();
  }

  private release(point: Point, isTap: boolean): void {
    const to = this.layer.anchorAt(point);
    if (this.moving) {
      const { drawing, part, from } = this.moving;
      this.moving = null;
      if (to && !isTap)
        this.storeAll(this.drawings().map((one) => (one.id === drawing.id ? moved(one, part, from, to) : one)));
      return this.draw();
    }
    const { draft } = this;
    if (!draft || !to) return;
    // A tap is the first of two points; a pull makes both.
    const isFirst = anchorsOf(draft.tool) === 2 && isTap && !this.isSecond;
    this.isSecond = isFirst;
    if (isFirst) return;
    this.draft = null;
    this.change({ tool: null });
    if (draft.tool === 'text') this.change({ textAt: to });
    else this.add({ ...draft, anchors: [...draft.anchors.slice(0, -1), to] });
  }

  /** Escape takes back the least of what is under way. */
  private cancel(): boolean {
    const { tool, selected } = this.store.get();
    if (this.moving) {
      this.moving = null;
      this.draw();
      return true;
    }
    if (tool === null && selected === null) return false;
    this.isSecond = false;
    this.draft = null;
    this.change({ tool: null, selected: null });
    return true;
  }

  private add(drawing: Omit<Drawing, 'id'>): void {
    const drawings = this.drawings();
    if (drawings.length >= DRAWINGS_MOST) return;
    const id = nextId(drawings);
    this.storeAll([...drawings, { ...drawing, id }]);
    this.change({ selected: id });
  }

  private storeAll(drawings: readonly Drawing[]): void {
    this.before = [...this.before, this.drawings()].slice(-UNDO_MOST);
    storeDrawings(this.symbol, drawings);
    this.change({ canUndo: true });
  }

  private change(part: Partial<DeskState>): void {
    this.store.set({ ...this.store.get(), ...part, count: this.drawings().length });
    this.hand.hold(this.store.get().tool !== null);
    this.draw();
  }

  private withDraft(other: Drawing | null): readonly Drawing[] {
    if (!other) return this.drawings();
    const rest = this.drawings().filter(({ id }) => id !== other.id);
    return [...rest, other];
  }

  private draw(): void {
    this.layer.show(this.withDraft(this.draft), this.store.get().isOpen ? this.store.get().selected : null);
  }
}
