import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Delayed } from '../ui/delayed';
import { PageLoading } from '../ui/page-loading';

const TIMEOUT_MS = 60_000;
const INDICATOR_DELAY_MS = 200;

interface PageModule {
  default: ComponentType;
}

/** The module, or a failure after a minute: a page that never arrives must say so. */
export function withTimeout(load: () => Promise<PageModule>, milliseconds = TIMEOUT_MS): Promise<PageModule> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PageNotLoaded()), milliseconds);
    load().then(
      (page) => {
        clearTimeout(timer);
        resolve(page);
      },
      () => {
        clearTimeout(timer);
        reject(new PageNotLoaded());
      },
    );
  });
}

export class PageNotLoaded extends Error {
  constructor() {
    super('The files of the page did not arrive.');
    this.name = 'PageNotLoaded';
  }
}

/** A page whose files are fetched when it is first opened. The indicator appears only after 200 ms. */
export function lazyPage(load: () => Promise<PageModule>): ReactNode {
  const Page = lazy(() => withTimeout(load));
  return (
    <Suspense
      fallback={
        <Delayed milliseconds={INDICATOR_DELAY_MS}>
          <PageLoading />
        </Delayed>
      }
    >
      <Page />
    </Suspense>
  );
}
