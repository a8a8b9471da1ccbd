import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LazyWords, speakMore } from '../languages';
import { ErrorState } from '../ui/error-state';

interface Props<Own extends object> {
  /** Fetches the part's files. */
  load: () => Promise<ComponentType<Own>>;
  own: Own;
  /** Keeps its place meanwhile. */
  waiting?: ReactNode;
}

/**
 * Fetches a part of a page after the chart's files: the price and the chart are what the page is opened for. Where
 * those do not arrive the chart tries again by itself, and the part is fetched all the same.
 */
export async function afterChart<Part>(part: () => Promise<Part>, words: () => Promise<LazyWords>): Promise<Part> {
  await import('../ui/chart').catch(() => undefined);
  const [loaded] = await Promise.all([part(), words().then(speakMore)]);
  return loaded;
}

/** A part of a page whose files come later than the page's own. */
export function LatePart<Own extends object>({ load, own, waiting = null }: Props<Own>) {
  const { t } = useTranslation();
  const [part, setPart] = useState<{ Part: ComponentType<Own> } | null>(null);
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    let wanted = true;
    load().then(
      (loaded) => wanted && setPart({ Part: loaded }),
      () => wanted && setFailed(tries),
    );
    return () => {
      wanted = false;
    };
  }, [load, tries]);
  // A network that is back is tried at once, without a press.
  useEffect(() => {
    if (failed < tries) return undefined;
    const again = () => setTries(tries + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [failed, tries]);
  if (part) return <part.Part {...own} />;
  return failed < tries ? waiting : <ErrorState text={t('failure.page')} onRetry={() => setTries(tries + 1)} />;
}
