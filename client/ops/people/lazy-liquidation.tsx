import { speakMore } from '../../languages';
import { futuresWords } from '../../languages/futures';
import { late } from '../../ui/late';
import { TextSkeleton } from '../../ui/text-skeleton';
import type { LiquidationProps } from './liquidation-report';

/** The report of a liquidation with the words that its user reads it in, fetched when it is first looked at. */
export const LiquidationReport = late<LiquidationProps>(
  async () => {
    await speakMore(futuresWords);
    return (await import('./liquidation-report')).LiquidationReport;
  },
  <TextSkeleton lines={6} />,
);
