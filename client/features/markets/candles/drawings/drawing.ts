export const DRAWING_TOOLS = ['trend', 'ray', 'horizontal', 'rectangle', 'fibonacci', 'text'] as const;
export type DrawingTool = (typeof DRAWING_TOOLS)[number];

/** A point of the chart: an instant in Unix milliseconds and a price. A drawing is no money: its prices are numbers. */
export interface Anchor {
  at: number;
  price: number;
}

export interface Drawing {
  id: number;
  tool: DrawingTool;
  anchors: readonly Anchor[];
  /** What a text says; empty for the others. */
  text: string;
}

export const TEXT_MOST = 80;

/** How many points a drawing has. */
export function anchorsOf(tool: DrawingTool): 1 | 2 {
  return tool === 'horizontal' || tool === 'text' ? 1 : 2;
}

export function isDrawing(value: unknown): value is Drawing {
  const { id, tool, anchors, text } = (value ?? {}) as Partial<Record<keyof Drawing, unknown>>;
  const known = DRAWING_TOOLS.find((one) => one === tool);
  return (
    Number.isSafeInteger(id) &&
    known !== undefined &&
    Array.isArray(anchors) &&
    anchors.length === anchorsOf(known) &&
    anchors.every(isAnchor) &&
    typeof text === 'string' &&
    text.length <= TEXT_MOST &&
    (known !== 'text' || text.trim() !== '')
  );
}

function isAnchor(value: unknown): value is Anchor {
  const { at, price } = (value ?? {}) as Partial<Anchor>;
  return Number.isFinite(at) && Number.isFinite(price);
}

/** Moves one point of a drawing, or all of it when `part` is the body. */
export function moved(drawing: Drawing, part: number | 'body', from: Anchor, to: Anchor): Drawing {
  const anchors = drawing.anchors.map((anchor, index) => {
    if (part !== 'body') return index === part ? to : anchor;
    return { at: anchor.at + to.at - from.at, price: anchor.price + to.price - from.price };
  });
  return { ...drawing, anchors };
}
