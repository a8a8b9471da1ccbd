import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react';
import { PageComing } from '../ui/page-loading';

/** How long a page is waited for. */
const TIMEOUT_MS = 60_000;
/** How long its files are: whoever opens it again meanwhile waits for the same ones. */
const FILES_TIMEOUT_MS = 120_000;

interface PageModule {
  default: ComponentType;
}

/** The module, or a failure after a while: a page that never arrives must say so. */
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

/** A page's files: fetched once, when the page is first opened. A fetch that failed is made again at the next opening. */
class PageFiles {
  Page: ComponentType | null = null;
  private arriving: Promise<PageModule> | null = null;

  constructor(private readonly load: () => Promise<PageModule>) {}

  fetch(): Promise<unknown> {
    this.arriving ??= withTimeout(this.load, FILES_TIMEOUT_MS).then(
      (page) => {
        this.Page = page.default;
        return page;
      },
      (failure: unknown) => {
        this.arriving = null;
        throw failure;
      },
    );
    const { arriving } = this;
    return withTimeout(() => arriving);
  }
}

/**
 * A page whose files are fetched when it is first opened, and which is drawn as soon as they are there. The indicator
 * appears only after a moment, but for the first page, which begins in its shape. This is not React's `lazy`: whatever that shows meanwhile, nothing included, it shows for
 * 300 ms, however soon the files arrive.
 */
export function lazyPage(load: () => Promise<PageModule>): ReactNode {
  return <LazyPage files={new PageFiles(load)} />;
}

function LazyPage({ files }: { files: PageFiles }) {
  const [failure, fail] = useState<Error | null>(null);
  const [, arrived] = useReducer((count: number) => count + 1, 0);
  const { Page } = files;
  const isDrawn = Page !== null;
  useEffect(() => {
    if (isDrawn) return undefined;
    // They arrived between the drawing and this effect.
    if (files.Page) {
      arrived();
      return undefined;
    }
    let isOpen = true;
    files.fetch().then(
      () => isOpen && arrived(),
      (reason: Error) => isOpen && fail(reason),
    );
    return () => {
      isOpen = false;
    };
  }, [files, isDrawn]);
  // For the boundary around the page.
  if (failure) throw failure;
  if (Page) return <Page />;
  return <PageComing />;
}
