import type { Page } from 'playwright-core';

/** CSS pixels in both directions: what a finger hits. */
const LEAST = 44;
/** What people press, switch, type into or follow. */
const CONTROLS = [
  'button',
  'a[href]',
  'input:not([type=hidden])',
  'select',
  'textarea',
  'summary',
  '[role=button]',
  '[role=tab]',
  '[role=switch]',
  '[role=radio]',
  '[role=checkbox]',
  '[role=option]',
].join(',');
/** What is no target of a finger by itself: the chart is taken hold of anywhere. */
const APART = '[role=application] *';

/**
 * Runs in the page: each control of which a finger has less than that to hit, one line each. What can be hit is the box of the
 * control, those of its labels and what it lays around itself. Links in running text are as high as its lines; what lies in
 * another control is hit with that one.
 */
const small = ({ least, controls, apart }: { least: number; controls: string; apart: string }): string[] => {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert], [aria-hidden=true]') === null;
  const around = (element: Element): DOMRect[] =>
    ['::before', '::after'].flatMap((part) => {
      const { content, position, top, right, bottom, left, pointerEvents } = getComputedStyle(element, part);
      if (content === 'none' || position !== 'absolute' || pointerEvents === 'none') return [];
      // What it is laid out in: the control itself, or the nearest around it that is positioned.
      const isOwn = getComputedStyle(element).position !== 'static';
      const within = isOwn ? element : ((element as HTMLElement).offsetParent ?? element);
      const box = within.getBoundingClientRect();
      const [up = 0, across = 0, down = 0, back = 0] = [top, right, bottom, left].map(
        (length) => Number.parseFloat(length) || 0,
      );
      return [new DOMRect(box.left + back, box.top + up, box.width - across - back, box.height - up - down)];
    });
  const isInText = (element: Element) =>
    element.tagName === 'A' &&
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node !== element && node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
    );
  const whole = (element: Element): Element[] => [
    element,
    ...(element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? (element.labels ?? []) : []),
  ];
  const faults: string[] = [];
  for (const element of document.querySelectorAll(controls)) {
    if (!isShown(element) || element.matches(apart) || isInText(element)) continue;
    if (element.parentElement?.closest('button, a[href], [role=button]')) continue;
    const boxes = whole(element).flatMap((part) => {
      const box = part.getBoundingClientRect();
      return [box, ...around(part)];
    });
    const drawn = boxes.filter(({ width, height }) => width > 1 && height > 1);
    // Read out alone.
    if (drawn.length === 0) continue;
    const width = Math.max(...drawn.map(({ right }) => right)) - Math.min(...drawn.map(({ left }) => left));
    const height = Math.max(...drawn.map(({ bottom }) => bottom)) - Math.min(...drawn.map(({ top }) => top));
    // What a grid of parts of a pixel leaves.
    if (width >= least - 0.5 && height >= least - 0.5) continue;
    const name = element.getAttribute('aria-label') ?? (element.textContent ?? '').trim();
    faults.push(
      `touch ${element.tagName.toLowerCase()}.${element.className} "${name.slice(0, 24)}" ${Math.round(width)}x${Math.round(height)}`,
    );
  }
  return [...new Set(faults)];
};

/** Controls of the page, as it stands, that a finger misses. */
export function touchFaults(page: Page): Promise<string[]> {
  return page.evaluate(small, { least: LEAST, controls: CONTROLS, apart: APART });
}
