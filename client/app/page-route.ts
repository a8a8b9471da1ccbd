import type { ReactNode } from 'react';
import { type LazyWords, speakMore } from '../languages';

export interface PageRoute {
  path: string;
  element: ReactNode;
}

/** A page that brings words of its own along. */
export const withWords =
  <Page>(load: () => Promise<Page>, words: () => Promise<LazyWords>) =>
  async (): Promise<Page> => {
    const [page] = await Promise.all([load(), words().then(speakMore)]);
    return page;
  };
