import { late } from '../../../ui/late';
import { TextSkeleton } from '../../../ui/text-skeleton';
import type { ReportsProps } from './reports';

/** The reports of a position's end, fetched when they are first looked at. */
export const Reports = late<ReportsProps>(async () => (await import('./reports')).default, <TextSkeleton lines={5} />);
