import type { Page } from 'playwright-core';

/** What stands on a canvas in words, where and in which colour. */
export interface DrawnWords {
  text: string;
  x: number;
  y: number;
  colour: string;
}

/** A triangle that is filled on a canvas, with the corner that was begun with first. */
export interface DrawnTriangle {
  corners: [x: number, y: number][];
  colour: string;
}

export interface Drawn {
  words: DrawnWords[];
  triangles: DrawnTriangle[];
}

declare global {
  interface Window {
    drawnOn?: WeakMap<HTMLCanvasElement, Drawn>;
  }
}

/** Runs in the page before its own code: a canvas has no elements, so that what is drawn on it is written down as it is drawn. */
function writeDown(): void {
  const drawnOn = new WeakMap<HTMLCanvasElement, Drawn>();
  const paths = new WeakMap<CanvasRenderingContext2D, [number, number][]>();
  window.drawnOn = drawnOn;
  const drawn = ({ canvas }: CanvasRenderingContext2D): Drawn => {
    const known = drawnOn.get(canvas) ?? { words: [], triangles: [] };
    drawnOn.set(canvas, known);
    return known;
  };
  type Method = 'beginPath' | 'moveTo' | 'lineTo' | 'fill' | 'fillText' | 'clearRect' | 'fillRect';
  const follow = (method: Method, note: (context: CanvasRenderingContext2D, given: unknown[]) => void) => {
    const { prototype } = CanvasRenderingContext2D;
    const draw = prototype[method] as (...given: unknown[]) => void;
    Object.assign(prototype, {
      [method](this: CanvasRenderingContext2D, ...given: unknown[]) {
        note(this, given);
        return draw.apply(this, given);
      },
    });
  };
  const colourOf = ({ fillStyle }: CanvasRenderingContext2D) => (typeof fillStyle === 'string' ? fillStyle : '');
  follow('beginPath', (context) => paths.set(context, []));
  for (const method of ['moveTo', 'lineTo'] as const)
    follow(method, (context, [x, y]) => paths.get(context)?.push([Number(x), Number(y)]));
  follow('fill', (context) => {
    const corners = paths.get(context) ?? [];
    if (corners.length === 3) drawn(context).triangles.push({ corners, colour: colourOf(context) });
  });
  follow('fillText', (context, [text, x, y]) =>
    drawn(context).words.push({ text: String(text), x: Number(x), y: Number(y), colour: colourOf(context) }),
  );
  // A drawing begins with an empty canvas: it is cleared, or everything on it is replaced.
  follow('clearRect', ({ canvas }) => drawnOn.delete(canvas));
  follow('fillRect', ({ canvas, globalCompositeOperation }) => {
    if (globalCompositeOperation === 'copy') drawnOn.delete(canvas);
  });
}

/** Begins to write down what canvases of the page show; to be called before its first load. */
export async function watchCanvases(page: Page): Promise<void> {
  await page.addInitScript(writeDown);
}

/** What the canvases of the chart show now. */
export function drawnNow(page: Page): Promise<Drawn> {
  return page.evaluate(() => {
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>('[role=application] canvas')];
    const drawings = canvases.flatMap((canvas) => window.drawnOn?.get(canvas) ?? []);
    return {
      words: drawings.flatMap(({ words }) => words),
      triangles: drawings.flatMap(({ triangles }) => triangles),
    };
  });
}

/** A colour of the page as canvases write it. */
export function canvasColour(page: Page, token: string): Promise<string> {
  return page.evaluate((name) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    return context.fillStyle;
  }, token);
}
