import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 8000;

/**
 * A part of a page whose files are fetched when it is first drawn. Unlike `lazy` of React, whose failure is final and
 * takes the page with it, it tries again by itself: a network that breaks meanwhile leaves the rest of the page alone.
 * @param waiting keeps its place until the files are there.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null;
  return function Late(props: Props) {
    const [Part, setPart] = useState(() => known);
    useEffect(() => {
      if (Part) return undefined;
      let wanted = true;
      let tries = 0;
      let timer: number | undefined;
      const fetchFiles = () => {
        window.clearTimeout(timer);
        load().then(
          (loaded) => {
            known = loaded;
            if (wanted) setPart(() => loaded);
          },
          () => {
            if (wanted)
              timer = window.setTimeout(fetchFiles, Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** tries++));
          },
        );
      };
      fetchFiles();
      window.addEventListener('online', fetchFiles);
      return () => {
        wanted = false;
        window.clearTimeout(timer);
        window.removeEventListener('online', fetchFiles);
      };
    }, [Part]);
    return Part ? <Part {...props} /> : waiting;
  };
}
