import { queryOptions } from '@tanstack/react-query';
import type {
  InsuranceFundView,
  LiquidationStepView,
  StopReceiptView,
} from '../../../../server/contract/trading/liquidation.dto';
import { get } from '../../../platform/api';

/** Replies about the signed-in user begin with this, so that the next user does not find them. */
const OWN = 'own';
const QUIET = { quiet: true };
const FUND_AGAIN_MS = 10_000;

export const reportOf = (positionId: string) =>
  queryOptions({
    queryKey: [OWN, 'liquidation', 'report', positionId],
    queryFn: ({ signal }) =>
      get<LiquidationStepView[]>('futures/liquidation-report', { id: positionId }, { ...QUIET, signal }),
  });

export const stopReceiptsOf = (positionId: string) =>
  queryOptions({
    queryKey: [OWN, 'liquidation', 'stops', positionId],
    queryFn: ({ signal }) => get<StopReceiptView[]>('futures/stop-receipts', { id: positionId }, { ...QUIET, signal }),
  });

export const insurance = queryOptions({
  queryKey: ['liquidation', 'insurance'],
  queryFn: ({ signal }) => get<InsuranceFundView[]>('futures/insurance', {}, { ...QUIET, signal }),
  refetchInterval: FUND_AGAIN_MS,
});
