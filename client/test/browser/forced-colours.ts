import type { Page } from 'playwright-core';

/**
 * Runs in the page while the system has colours of its own: which controls have no edge, which chosen ones look as those beside
 * them do, which have the focus without showing it, and what is drawn in a colour that is none of the system's.
 */
const FAULTS = (): string[] => {
  const faults: string[] = [];
  const plain = (name: string) => name.replace(/^_|_[\w-]{4}$/g, '');
  const nameOf = (element: Element): string => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
    const parent = element.parentElement ? [...element.parentElement.classList].map(plain).join('.') : '';
    return `${parent} > ${element.localName}.${[...element.classList].map(plain).join('.')} "${words}"`;
  };
  const top = [...document.querySelectorAll('[role="dialog"]')].findLast((one) => one.checkVisibility());
  const place = top ?? document.body;
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      return false;
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { clipPath, position, clip } = getComputedStyle(at);
      if (clipPath === 'inset(50%)' || (position === 'absolute' && clip.startsWith('rect'))) return false;
    }
    return element.closest('[inert]') === null;
  };
  const isClear = (colour: string) => colour === 'transparent' || /^rgba.*, 0\)$/.test(colour);
  const SIDES = ['top', 'right', 'bottom', 'left'] as const;
  const outlineOf = (style: CSSStyleDeclaration): string =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1 && !isClear(style.outlineColor)
      ? `${style.outlineStyle} ${style.outlineWidth} ${style.outlineColor}`
      : '';
  const bordersOf = (style: CSSStyleDeclaration): string[] =>
    SIDES.map((side) => {
      const read = (what: string) => style.getPropertyValue(`border-${side}-${what}`);
      const isDrawn = read('style') !== 'none' && Number.parseFloat(read('width')) >= 1 && !isClear(read('color'));
      return isDrawn ? `${read('width')} ${read('color')}` : '';
    });
  const CONTROLS =
    'button, [role="button"], [role="tab"], [role="option"], [role="switch"], summary, input:not([type="hidden"]), select, textarea';
  /** What shows an input that is itself unseen: its label, or what is drawn beside it. */
  const shownBy = (control: Element): Element | null => {
    if (isSeen(control)) return control;
    if (!control.matches('input')) return null;
    let shown: Element | null = null;
    for (let at = control.parentElement, up = 0; at && up < 4; at = at.parentElement, up += 1) {
      if (at.querySelectorAll(CONTROLS).length > 1) break;
      if (isSeen(at) && at.getBoundingClientRect().height >= 16) shown = at;
    }
    return shown;
  };
  const hasEdge = (element: Element): boolean => {
    const style = getComputedStyle(element);
    if (outlineOf(style) !== '' || bordersOf(style).filter(Boolean).length >= 1) return true;
    if (style.textDecorationLine.includes('underline')) return true;
    if (
      element.matches('[type="file"]') &&
      bordersOf(getComputedStyle(element, '::file-selector-button')).some(Boolean)
    )
      return true;
    return (
      element.matches('input[type="checkbox"], input[type="radio"], input[type="range"]') && style.appearance !== 'none'
    );
  };
  const hasEdgeAround = (shown: Element): boolean => {
    if (hasEdge(shown) || [...shown.querySelectorAll('*')].some((part) => isSeen(part) && hasEdge(part))) return true;
    // A field that is alone in its frame, as one with a button at its end.
    for (let at = shown.parentElement, up = 0; at && at !== place && up < 4; at = at.parentElement, up += 1) {
      if (at.querySelectorAll('input, select, textarea').length + at.querySelectorAll('button').length > 2)
        return false;
      if (shown.matches('input, select, textarea') && bordersOf(getComputedStyle(at)).filter(Boolean).length === 4)
        return true;
    }
    return false;
  };

  // Edges.
  const controls = [...place.querySelectorAll(CONTROLS)];
  for (const control of controls) {
    const shown = shownBy(control);
    if (shown && !hasEdgeAround(shown)) faults.push(`no edge: ${nameOf(shown)}`);
  }

  // What is chosen.
  const marksOf = (element: Element): Set<string> => {
    const marks = new Set<string>();
    for (const part of [element, ...element.querySelectorAll('*')]) {
      if (part !== element && !isSeen(part)) continue;
      const style = getComputedStyle(part);
      const at = part === element ? 'itself' : part.localName;
      marks.add(`${at} outline ${outlineOf(style)}`);
      for (const [side, border] of bordersOf(style).entries()) marks.add(`${at} ${SIDES[side]} ${border}`);
      marks.add(`${at} ${style.textDecorationLine}`);
      if (part.localName === 'input') marks.add(`${style.appearance} ${(part as HTMLInputElement).checked}`);
      if (part.localName === 'svg') marks.add('a picture');
      for (const pseudo of ['::before', '::after']) {
        const drawn = getComputedStyle(part, pseudo);
        if (drawn.content !== 'none' && drawn.content !== 'normal')
          marks.add(`${at} ${pseudo} ${bordersOf(drawn).join()}`);
      }
    }
    return marks;
  };
  const STATES: readonly [chosen: string, other: string][] = [
    ['[aria-selected="true"]', '[aria-selected="false"]'],
    ['[aria-pressed="true"]', '[aria-pressed="false"]'],
    ['[aria-checked="true"]', '[aria-checked="false"]'],
    ['a[aria-current]:not([aria-current="false"])', 'a:not([aria-current])'],
    ['input:checked', 'input:is([type="radio"], [type="checkbox"]):not(:checked)'],
  ];
  for (const [chosen, other] of STATES)
    for (const one of place.querySelectorAll(chosen)) {
      const shown = shownBy(one);
      if (!shown) continue;
      let beside: Element | null = null;
      for (let at = one.parentElement, up = 0; at && !beside && up < 5; at = at.parentElement, up += 1)
        beside =
          [...at.querySelectorAll(other)].map(shownBy).find((found) => found?.localName === shown.localName) ?? null;
      if (!beside) continue;
      const [mine, theirs] = [marksOf(shown), marksOf(beside)];
      if ([...mine].every((mark) => theirs.has(mark)) && [...theirs].every((mark) => mine.has(mark)))
        faults.push(`chosen, and not told from others: ${nameOf(shown)}`);
    }

  // The focus.
  const before = document.activeElement as HTMLElement | null;
  before?.blur();
  const focusable = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';
  const around = (element: Element): Element[] => {
    const parts = [element, ...element.querySelectorAll('*')];
    for (let at = element.parentElement, up = 0; at && up < 3; at = at.parentElement, up += 1) parts.push(at);
    if (element.nextElementSibling) parts.push(element.nextElementSibling);
    return parts;
  };
  /** How many sides of a ring around the element are drawn inside what cuts it. */
  const sidesSeen = (element: Element): number => {
    const style = getComputedStyle(element);
    const out = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth);
    const box = element.getBoundingClientRect();
    const ring = { top: box.top - out, right: box.right + out, bottom: box.bottom + out, left: box.left - out };
    const seen = { top: true, right: true, bottom: true, left: true };
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const cut = at.getBoundingClientRect();
      // What scrolls shows the rest of it when it is scrolled to, and the browser does so.
      if (overflowX === 'hidden' || overflowX === 'clip') {
        if (ring.left < cut.left - 1) seen.left = false;
        if (ring.right > cut.right + 1) seen.right = false;
      }
      if (overflowY === 'hidden' || overflowY === 'clip') {
        if (ring.top < cut.top - 1) seen.top = false;
        if (ring.bottom > cut.bottom + 1) seen.bottom = false;
      }
      if (getComputedStyle(at).position === 'fixed') break;
    }
    return Object.values(seen).filter(Boolean).length;
  };
  for (const element of place.querySelectorAll<HTMLElement>(focusable)) {
    if (element.matches(':disabled') || element.closest('[inert]') || !element.checkVisibility()) continue;
    const parts = around(element);
    const rings = parts.map((part) => outlineOf(getComputedStyle(part)));
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) continue;
    const ringed = parts.filter((part, index) => {
      const style = getComputedStyle(part);
      const ring = outlineOf(style);
      return ring !== rings[index] && Number.parseFloat(style.outlineWidth) >= 2 && style.opacity !== '0';
    });
    if (ringed.length === 0) faults.push(`focus unseen: ${nameOf(element)}`);
    else if (!ringed.some((part) => sidesSeen(part) >= 2)) faults.push(`focus cut off: ${nameOf(element)}`);
  }
  if (before && before !== document.body) before.focus({ preventScroll: true });
  else (document.activeElement as HTMLElement | null)?.blur();

  // Colours of drawings.
  const probe = document.createElement('i');
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const system = new Set(
    'Canvas CanvasText LinkText VisitedText ActiveText ButtonFace ButtonText ButtonBorder Field FieldText Highlight HighlightText SelectedItem SelectedItemText Mark MarkText GrayText AccentColor AccentColorText'
      .split(' ')
      .map((name) => {
        probe.style.color = name;
        return getComputedStyle(probe).color;
      }),
  );
  probe.remove();
  for (const shape of place.querySelectorAll('svg, svg *')) {
    if (!isSeen(shape) || shape.closest('defs')) continue;
    const style = getComputedStyle(shape);
    // Said on purpose: what the colour means is said beside it as well.
    if (style.forcedColorAdjust === 'none') continue;
    const isText = shape.localName === 'text' || shape.localName === 'tspan';
    for (const [what, colour] of [
      ['fill', style.fill],
      ['stroke', style.stroke],
    ] as const) {
      const isOfText =
        colour === style.color && (shape.getAttribute(what) ?? shape.closest(`[${what}="currentColor"]`)) !== null;
      const isLine = what === 'stroke';
      if (
        (isOfText || isLine || (isText && what === 'fill')) &&
        colour.startsWith('rgb') &&
        !isClear(colour) &&
        !system.has(colour)
      )
        faults.push(`${what} ${colour} is none of the system's: ${nameOf(shape.closest('svg') ?? shape)}`);
    }
  }
  return [...new Set(faults)];
};

/** What is lost on the page, or on the sheet that is open on it, where the system has colours of its own. The page is left so. */
export async function forcedColourFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce', colorScheme: 'light' });
  // What has the focus shows it to people who came to it by keys.
  await page.keyboard.press('Shift');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate(FAULTS);
}
