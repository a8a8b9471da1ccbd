import { lazy, Suspense } from 'react';
import { TextSkeleton } from '../../ui/text-skeleton';

const Loaded = lazy(() => import('./reports'));

/** The reports of a position's end, fetched when they are first looked at. */
export function Reports(props: { positionId: string; kind: 'liquidation' | 'stops' }) {
  return (
    <Suspense fallback={<TextSkeleton lines={5} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
