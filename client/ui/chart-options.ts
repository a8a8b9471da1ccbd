import { type ChartOptions, ColorType, CrosshairMode, type DeepPartial } from 'lightweight-charts';
import { onPreferences } from '../platform/preferences';

const TOKENS = {
  gain: '--gain',
  loss: '--loss',
  gainSoft: '--gain-volume',
  lossSoft: '--loss-volume',
  accent: '--accent',
  accentSoft: '--mantine-primary-color-light',
  text: '--text-2',
  faint: '--text-3',
  warnGround: '--warn-ground',
  line: '--hairline',
  label: '--surface-3',
  font: '--mantine-font-family',
} as const;

export type ChartColours = Record<keyof typeof TOKENS, string>;

/** Whether the system has colours of its own, in which a canvas is not drawn by itself. */
const forcedColours = window.matchMedia?.('(forced-colors: active)');
const FORCED: Partial<ChartColours> = {
  gain: 'CanvasText',
  loss: 'CanvasText',
  gainSoft: 'GrayText',
  lossSoft: 'GrayText',
  accent: 'Highlight',
  text: 'CanvasText',
  faint: 'GrayText',
  label: 'CanvasText',
};

/** The tokens as the document has them now: a canvas cannot read style sheets by itself. */
export function readColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const read = (token: string) => style.getPropertyValue(token).trim();
  const own = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token)])) as ChartColours;
  return forcedColours?.matches ? { ...own, ...FORCED } : own;
}

/** Tells of colours that may be others now: those that were chosen here, and the system's. @returns ends it. */
export function followColours(act: () => void): () => void {
  const stop = onPreferences(act);
  forcedColours?.addEventListener('change', act);
  return () => {
    stop();
    forcedColours?.removeEventListener('change', act);
  };
}

/** A chart that leaves vertical swipes and the wheel to the page; it is moved sideways and pinched. */
export function chartOptions(colours: ChartColours): DeepPartial<ChartOptions> {
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colours.text,
      fontFamily: colours.font,
      fontSize: 11,
      // The logo writes a style element; the attribution stands as a link below the chart instead.
      attributionLogo: false,
    },
    grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
    crosshair: {
      mode: CrosshairMode.Magnet,
      vertLine: { labelBackgroundColor: colours.label, color: colours.text },
      horzLine: { labelBackgroundColor: colours.label, color: colours.text },
    },
    // A label that would be cut by the chart's edge is left out.
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: { borderVisible: false, secondsVisible: false, rightOffset: 3, minBarSpacing: 1 },
    handleScroll: { mouseWheel: false, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false },
    handleScale: { mouseWheel: false, pinch: true, axisPressedMouseMove: { time: true, price: false } },
  };
}
