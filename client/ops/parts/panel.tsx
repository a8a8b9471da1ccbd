import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Panel({ title, actions, children }: Props) {
  const id = useId();
  return (
    <section className="desk-panel" aria-labelledby={id}>
      <div className="desk-panel-head">
        <h2 id={id}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A page's title, and what may be done on it. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="desk-head">
      <h1>{title}</h1>
      {children}
    </div>
  );
}
