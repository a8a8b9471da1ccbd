import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Decimal } from '../../../../server/contract/decimal';
import type { FuturesPreviewView } from '../../../../server/contract/trading/futures.dto';
import { useAccountType } from '../../../platform/account-type';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { DemoTag } from '../../../ui/demo-tag';
import { formatPrice } from '../../../ui/cut-price';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { type Tapped, useSendAtOnce } from '../../../ui/use-one-tap';
import { useOldPrice } from '../../markets/market-list';
import { LosingShare } from '../losing-accounts';
import {
  closedWords,
  type Command,
  FillReport,
  isOpeningOf,
  isReductionOf,
  openedWords,
  orderBody,
  type OrderWish,
  type PreviewRow,
  SideTags,
  type PositionEvent,
  useRefreshAccount,
  useRefreshTerms,
  worstAccepted,
  useFuturesTicker,
} from '../futures-account';
import { sendKey } from './field-words';
import goStyles from './go-button.module.css';
import { OrderPreviewRows } from './order-preview-rows';
import { ReducePreviewRows } from './reduce-preview-rows';
import type { TicketProps } from './ticket-sheet';
import type { OrderPreview } from './use-order-preview';

interface Props extends TicketProps {
  order: OrderPreview;
  /** Lives longer than this step, so that a try whose outcome is not known keeps its key. */
  submit: Command;
  /** Whether the ticket has been in this step since; an order that is answered later changes nothing of another. */
  isStill: () => boolean;
  /** When it was tapped: it goes without a press of the button here, if nothing stands in the way. */
  tappedAt: Tapped | null;
  onBack: () => void;
  onDone: () => void;
}

/** The last look before an order is sent: everything that it says, at the price of this moment. */
export function ConfirmStep({ market, product, ticket, stopped, order, submit, tappedAt, ...steps }: Props) {
  const { t } = useTranslation();
  const type = useAccountType();
  const refresh = useRefreshAccount();
  const lookAgain = useRefreshTerms();
  const { busy, failure, run } = submit;
  const { isStill, onBack, onDone } = steps;
  const { values, wish, change } = ticket;
  const { preview } = order;
  const isMarket = values.priceType === 'market';
  const body = wish && orderBody(wish, type);
  const intent = JSON.stringify(body);
  const worst = submit.heldWorst(intent) ?? (preview && worstNow(ticket, preview, product));
  const problem = failure ?? order.failure;
  const first = useOrderWords(ticket, market, product.priceDecimals);
  const ticker = useFuturesTicker(market, product);
  const old = useOldPrice(market, ticker);
  const outcome = useOutcome(market, product);

  /** @param alsoShown fees that the user was shown beside that of the preview. */
  const send = async (alsoShown: string[] = []) => {
    if (!wish || !body || !preview) return;
    const fee = preview.openFeeRatio && Decimal.min(preview.openFeeRatio, ...alsoShown).toFixed();
    const report = new FillReport();
    const bounds = { ...(worst !== null && { worst_price: worst }), ...(fee && { worst_fee_ratio: fee }) };
    const words = await run(intent, { ...body, ...bounds });
    if (words === null) {
      report.drop();
      // It may have been sent: lots that an amount came to are those lots from now on, so that a repetition is the same order.
      if (submit.isHeld(intent) && isStill()) change({ lots: values.lots, amount: null });
      return lookAgain();
    }
    const { matches, say } = outcome(wish, preview);
    void report.say(words, matches, say);
    if (isStill()) {
      change({ lots: '1', amount: null, hasStops: false, takeProfit: '', stopLoss: '' });
      // Before anything is read: the same button, still there, would send another order.
      onDone();
    }
    await refresh();
  };
  const isClear = preview !== null && stopped === null && !preview.balanceAfter.startsWith('-');
  useSendAtOnce({
    tappedAt,
    // A price that is on its way stands in nobody's way.
    isKnown: (preview !== null && ticker.last !== null) || problem !== null,
    isClear: isClear && problem === null && (old === null || !isMarket) && !busy,
    // Whoever taps has seen the form alone, which may show a lower fee than what was read since.
    send: () => void send([product.openFeeRatio]),
  });
  const shown = { preview, unit: market.quote, old, first, ...(isMarket && { worst }) };
  return (
    <div className={sheetStyles.step}>
      <Brings ticket={ticket} product={product} shown={shown} />
      <Hindrance problem={problem && failureWords(problem, t)} stopped={stopped} />
      <Button
        fullWidth
        size="lg"
        className={goStyles.go ?? ''}
        data-side={values.side}
        loading={busy}
        disabled={!isClear}
        onClick={() => void send()}
      >
        {t(sendKey(values))}
        {type === 'simulation_account' && <DemoTag />}
      </Button>
      <Button fullWidth size="lg" variant="default" disabled={busy} onClick={onBack}>
        {t('futures.change')}
      </Button>
    </div>
  );
}

interface BringsProps extends Pick<Props, 'ticket' | 'product'> {
  shown: Omit<ComponentProps<typeof OrderPreviewRows>, 'product'>;
}

/** What the order brings: lots that are closed, or a position with its risk. */
function Brings({ ticket: { values }, product, shown }: BringsProps) {
  if (values.reduceOnly) return <ReducePreviewRows {...shown} decimals={product.priceDecimals} />;
  return (
    <>
      <OrderPreviewRows {...shown} product={product} />
      <Risk isCross={values.marginMode === 'cross'} />
    </>
  );
}

/**
 * The worst price that an order accepts which is sent for the first time; null for one that waits for its own. An order of which
 * nobody knows what became goes again as it was, so what that accepts is shown.
 */
function worstNow({ values }: Props['ticket'], { price }: FuturesPreviewView, { priceDecimals }: Props['product']) {
  return values.priceType === 'market' ? worstAccepted(values.side, price, priceDecimals) : null;
}

/** What is told of an order that was filled, and how it is said. */
function useOutcome({ symbol }: TicketProps['market'], { priceDecimals: decimals }: TicketProps['product']) {
  const { t } = useTranslation();
  const reader = { language: useLanguage(), decimals };
  const isDemo = useAccountType() === 'simulation_account';
  return (wish: OrderWish, { lots }: FuturesPreviewView) =>
    wish.reduceOnly
      ? {
          matches: (event: PositionEvent) => isReductionOf(wish, symbol, isDemo, event),
          // Rows are told one by one: what is said of one is said where it was all.
          say: (event: PositionEvent) => (event.fill?.lots === lots ? closedWords(event, t, reader) : null),
        }
      : {
          matches: (event: PositionEvent) => isOpeningOf(wish, symbol, isDemo, event),
          say: (event: PositionEvent) => openedWords(event, t, reader),
        };
}

function Hindrance({ problem, stopped }: { problem: string | null; stopped: string | null }) {
  return (
    <>
      {problem && (
        <p className={sheetStyles.problem} role="alert">
          {problem}
        </p>
      )}
      {stopped !== null && <p className={goStyles.stopped}>{stopped}</p>}
    </>
  );
}

/** What may be lost, to whom, and how many lost so far. */
function Risk({ isCross }: { isCross: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={sheetStyles.note}>
        {t(isCross ? 'futures.worstCross' : 'futures.riskIsolated')} {t('futures.counterparty')}
      </p>
      <LosingShare product="contract" className={sheetStyles.note} />
    </>
  );
}

/** What the user decided, as rows above the figures. */
function useOrderWords(
  { values, wish }: TicketProps['ticket'],
  market: TicketProps['market'],
  decimals: number,
): PreviewRow[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const stop = (label: string, price: string | null, source: 'last' | 'mark' | 'index'): PreviewRow[] =>
    price === null
      ? []
      : [
          {
            label,
            value: (
              <span className="numbers">
                {formatPrice(price, language, decimals)} ({t(`futures.by.${source}`)})
              </span>
            ),
          },
        ];
  return [
    { label: market.symbol, value: <SideTags row={values} />, strong: true },
    {
      label: t('futures.lots'),
      value: (
        <span className="numbers">
          {formatDecimal(String(wish?.lots ?? 0), language)} · {t(`futures.${values.priceType}`)}
        </span>
      ),
    },
    ...stop(t('futures.takeProfit'), wish?.takeProfit ?? null, values.takeProfitSource),
    ...stop(t('futures.stopLoss'), wish?.stopLoss ?? null, values.stopLossSource),
  ];
}
