import { createElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { type ShapePart, shapeOf } from './page-shapes';

/** While the files of a page are on their way: its shape, as the document itself has it before any script. */
export function PageLoading() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <main role="status" aria-label={t('common.loading')}>
      {drawn(shapeOf(pathname, 'page'))}
    </main>
  );
}

/** The same below a header that stands already. */
export function BodyLoading() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      {drawn(shapeOf(pathname, 'body'))}
    </div>
  );
}

function drawn({ tag, name, attributes, parts = [] }: ShapePart): ReactNode {
  return createElement(tag, { className: name || undefined, ...attributes }, ...parts.map(drawn));
}
