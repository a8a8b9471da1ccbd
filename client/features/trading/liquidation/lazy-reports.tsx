import { late } from '../../../ui/late';
import { TextSkeleton } from '../../../ui/text-skeleton';

/** The reports of a position's end, fetched when they are first looked at. */
export const Reports = late<{ positionId: string; kind: 'liquidation' | 'stops' }>(
  async () => (await import('./reports')).default,
  <TextSkeleton lines={5} />,
);
