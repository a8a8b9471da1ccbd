/** Below so many letters' heights, a screen has room for one thing beside another only where both are short. */
const NARROW_REM = 18;

/**
 * Writes onto the document whether the screen is narrow for the size of its text: a phone whose owner reads large
 * letters. The style sheets cannot tell by themselves, because widths in media queries know nothing of a text size that
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
    if (isNarrow) root.dataset.narrow = '';
    else delete root.dataset.narrow;
  };
  const sizes = new ResizeObserver(write);
  sizes.observe(probe);
  sizes.observe(root);
  write();
}
