import type { Page } from 'playwright-core';
import { atRest } from './rest.js';

/**
 * Runs in the page: which elements stick out of the screen, which words are cut off by their own box, and which lie upon
 * one another, each named by its place and its words. What scrolls sideways by itself, as a row of tabs, may be longer
 * than the screen; what is drawn for screen readers alone has no size to keep.
 */
const FAULTS = (): string[] => {
  const screen = document.documentElement.clientWidth;
  const nameOf = (element: Element): string => {
    const shown = [...element.classList].map((name) => name.replace(/^_|_[\w-]{4}$/g, '')).join('.');
    const words = (element.textContent ?? '').trim().slice(0, 40);
    const parent = element.parentElement;
    const place = parent ? [...parent.classList].map((name) => name.replace(/^_|_[\w-]{4}$/g, '')).join('.') : '';
    return `${place} > ${element.localName}.${shown} "${words}"`;
  };
  const isSpoken = (element: Element): boolean => {
    const { clipPath, clip, position } = getComputedStyle(element);
    return clipPath === 'inset(50%)' || (position === 'absolute' && clip.startsWith('rect'));
  };
  const isHidden = (element: Element): boolean => {
    // What a closed <details> keeps has a place, and is not drawn.
    if (!element.checkVisibility()) return true;
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { visibility, opacity, display } = getComputedStyle(at);
      if (isSpoken(at) || visibility === 'hidden' || opacity === '0' || display === 'none') return true;
    }
    return false;
  };
  /** Whether the element lies in something that is scrolled sideways. */
  const isInRow = (element: Element): boolean => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  const isWords = (node: Node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '';
  /** Where the element's own words are, however small its box. */
  const wordsOf = (element: Element) => {
    const range = document.createRange();
    const boxes = [...element.childNodes].filter(isWords).map((node) => {
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    });
    return {
      left: Math.min(...boxes.map(({ left }) => left)),
      right: Math.max(...boxes.map(({ right }) => right)),
      top: Math.min(...boxes.map(({ top }) => top)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
  };
  /** What hides a part of the element's words, if anything does. */
  const cutBy = (element: Element): Element | null => {
    const words = wordsOf(element);
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      if (['auto', 'scroll'].includes(overflowX) || ['auto', 'scroll'].includes(overflowY)) return null;
      if (overflowX !== 'visible' && (words.right > box.right + 1 || words.left < box.left - 1)) return at;
      if (overflowY !== 'visible' && (words.bottom > box.bottom + 2 || words.top < box.top - 2)) return at;
    }
    return null;
  };
  /** Whether it stays in its place while the page scrolls: what passes beneath it is no fault. */
  const isFloating = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
    return false;
  };
  const faults: string[] = [];
  const out: Element[] = [];
  const lines: { element: Element; box: DOMRect }[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg, canvas, [role="application"], noscript, script') !== null) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const holdsWords = [...element.childNodes].some(isWords);
    const isControl = element.matches('button, a, input, select, textarea');
    // What cuts or scrolls its own words shows no more than its box.
    const words = holdsWords && getComputedStyle(element).overflowX === 'visible' ? wordsOf(element) : box;
    const sticks = Math.max(box.right, words.right) > screen + 1 || Math.min(box.left, words.left) < -1;
    if (!holdsWords && !isControl && !sticks) continue;
    if (isHidden(element)) continue;
    if (sticks && !isInRow(element) && !element.closest('[class*="_skip_"]')) out.push(element);
    if (!holdsWords) continue;
    const cut = cutBy(element);
    if (cut) faults.push(`cut: ${nameOf(element)} by ${nameOf(cut)}`);
    if (isInRow(element) || isFloating(element)) continue;
    for (const node of element.childNodes) {
      if (!isWords(node)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) if (line.width > 2) lines.push({ element, box: line });
    }
  }
  // The innermost says where the mistake is.
  for (const element of out)
    if (!out.some((other) => other !== element && element.contains(other))) {
      const boxes = [element.getBoundingClientRect(), wordsOf(element)];
      const far = Math.max(...boxes.map(({ left, right }) => Math.max(right - screen, -left)));
      faults.push(`sticks out by ${Math.round(far)} px: ${nameOf(element)}`);
    }
  lines.sort((one, other) => one.box.top - other.box.top);
  for (const [place, { element, box }] of lines.entries())
    for (const other of lines.slice(place + 1)) {
      if (other.box.top > box.bottom) break;
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - other.box.top;
      // Boxes of lines are higher than their letters.
      if (wide > 3 && high > 0.45 * Math.min(box.height, other.box.height))
        faults.push(`covered: ${nameOf(element)} and ${nameOf(other.element)}`);
    }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > screen) faults.push(`the page is ${scrollWidth - screen} px too wide`);
  return [...new Set(faults)];
};

/** A screen and the size of its text. */
export interface Setting {
  width: number;
  /** Share of the usual size, as a style: `100%`. */
  text: string;
}

/** What does not fit at a screen's width and a text size. The page is left so. */
export async function reflowFaults(page: Page, { width, text }: Setting): Promise<string[]> {
  await page.setViewportSize({ width, height: 844 });
  await page.evaluate((size) => {
    if (size === '100%') document.documentElement.style.removeProperty('font-size');
    else document.documentElement.style.setProperty('font-size', size, 'important');
  }, text);
  // The sizes are measured a frame later, and what they lead to is drawn in the next.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  let faults = await page.evaluate(FAULTS);
  // A busy page is not at rest by then: what is wrong is what is still wrong when it is.
  if (faults.length > 0) {
    await atRest(page);
    faults = await page.evaluate(FAULTS);
  }
  return faults.map((fault) => `${width} px, text ${text}: ${fault}`);
}
