import type { ReactNode } from 'react';

/** The case beside the list of them: scrolled by itself, and so by the arrow keys, too. */
export function CaseDetail({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <div className="desk-detail" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
