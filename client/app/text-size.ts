/** Below so many letters' heights, a screen has room for one thing beside another only where both are short. */
const NARROW_REM = 18;
/** Below so many a wide screen has no room for a chart, a book and a ticket beside one another. */
const CROWDED_REM = 60;

/**
 * Writes onto the document whether the screen is narrow for the size of its text, a phone whose owner reads large
 * letters, and whether columns would be crowded on it. The style sheets cannot tell by themselves, because widths in media queries know nothing of a text size that
 * is set on the page.
 */
export function followTextSize(): void {
  const root = document.documentElement;
  const probe = document.createElement('span');
  probe.className = 'text-size';
  probe.ariaHidden = 'true';
  document.body.append(probe);
  const write = () => {
    const letter = Number.parseFloat(getComputedStyle(root).fontSize);
    const isNarrow = root.clientWidth < NARROW_REM * letter;
    root.toggleAttribute('data-narrow', isNarrow);
    root.toggleAttribute('data-crowded', root.clientWidth < CROWDED_REM * letter);
  };
  const sizes = new ResizeObserver(write);
  sizes.observe(probe);
  sizes.observe(root);
  write();
}
