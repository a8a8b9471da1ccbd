export { type AccountTotals, distanceTo, type LiveFigures, liveFigures, percentOf, totalsOf } from './account-figures';
export { Amount } from './amount';
export { closedWords, FillReport, isOpeningOf, isReductionOf, openedWords, type PositionEvent } from './fill-words';
export {
  type AmendmentPreview,
  amendmentPreviewOf,
  closedPartsOf,
  closingAmendmentsOf,
  endedClosingsKey,
  fundingOf,
  fundings,
  historyKey,
  orderBody,
  type OrderWish,
  preferMarginMode,
  previewOf,
  products,
  readEndedClosings,
  readHistory,
  reversePreviewOf,
  stopsPreviewOf,
  type LeverCommand,
} from './futures.api';
export { LiquidationChange, useLiquidationText } from './liquidation-change';
export { LotsStepper } from './lots-stepper';
export { type PreviewRow, PreviewRows } from './preview-rows';
export { Problem } from './problem';
export { SideTags } from './side-tags';
export { StopsFields, type StopValues } from './stops-fields';
export {
  affordableLots,
  besideOf,
  FIELD_OF,
  gainBetween,
  type LeverageEffect,
  leverageEffect,
  leveragesFor,
  lotsForAmount,
  lotsOfShare,
  problemsOf,
  readLots,
  reducibleLots,
  type TicketField,
  type TicketProblems,
  ticketPrice,
  type TicketValues,
  wishOf,
  worstAccepted,
} from './ticket';
export { unitsOf } from './units';
export { ratePercent } from './rate-percent';
export { useAccountNow } from './use-account-now';
export { type Command, useCommand } from './use-command';
export { quoteNow, useQuote, useQuoteView } from './live-quotes';
export { hasOwnQuotation, useFuturesTicker, withQuote } from './use-futures-ticker';
export { useFuturesAccount } from './use-futures-account';
export { useAgoWords } from './use-ago-words';
export { type MarkNow, oldestMark, useMarks, useMarkTooOld } from './use-marks';
export { usePreviewHindrance } from './use-preview-hindrance';
export { useRefreshAccount, useRefreshTerms } from './use-refresh-account';
export { warningsOf } from './warnings';
