import { createElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Delayed } from './delayed';
import { type ShapePart, shapeOf } from './page-shapes';

/**
 * The shape of a page that comes: after a moment, so that what is quick shows no flicker; at once where it takes the place of the
 * document's own, which would leave a gap.
 */
export function PageComing() {
  const [follows] = useState(isDocumentShaped);
  if (follows) return <PageLoading follows />;
  return (
    <Delayed>
      <PageLoading />
    </Delayed>
  );
}

/** Whether what the document came with stands there still: it goes when the first picture is drawn. */
function isDocumentShaped(): boolean {
  return document.querySelector('#root > div > .shape') !== null;
}

/**
 * While the files of a page are on their way: its shape, as the document itself has it before any script.
 * @param follows the document's own: it does not come, it is there.
 */
export function PageLoading({ follows = false }: { follows?: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <main role="status" aria-label={t('common.loading')} data-follows={follows || undefined}>
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
