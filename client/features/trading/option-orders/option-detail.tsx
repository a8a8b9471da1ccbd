import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { OptionOrderView, OptionReceiptView } from '../../../../server/contract/trading/options.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import { useAccountEvents, useAccountEventsStart } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { DetailsList } from '../../../ui/details-list';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { NoticePanel } from '../../../ui/notice-panel';
import { CardSkeleton } from '../../../ui/text-skeleton';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { DirectionMark } from './direction-mark';
import { netOfOrder } from './net';
import { OpenOrderCard } from './open-order-card';
import { useMoment } from '../../../ui/use-moment';
import styles from './option-detail.module.css';
import { useTermWords } from './option-time';
import { receiptOf } from './options.api';
import { SettlementProof } from './settlement-proof';
import { useIndexSeconds } from './use-index-seconds';
import { useVoidWords } from './void-words';
import { WindowChart } from './window-chart';

const LIST = '/pages/option/history';
const SETTLED_WITHIN_MS = 1500;
const AGAIN_AFTER_MS = 2000;

/** One order, and everything that it was or will be settled from. */
export function OptionDetail({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = receiptOf(id);
  const { data, error, refetch } = useQuery({
    ...query,
    // The event of the end may be lost.
    refetchInterval: ({ state }) =>
      state.data?.result === null && state.data.contract.closesAt + SETTLED_WITHIN_MS < serverNow()
        ? AGAIN_AFTER_MS
        : false,
  });
  const refresh = useRefresh(query.queryKey);
  const onEnd = ({ payload }: { payload: { orderId: string } }) => {
    if (payload.orderId === id) refresh();
  };
  useAccountEvents('option.settled', onEnd);
  useAccountEvents('option.voided', onEnd);
  useAccountEventsStart(refresh);
  if (error && !data) {
    const isUnknown =
      error instanceof CallFailed && ['options.not-found', 'request.invalid'].includes(error.code ?? '');
    return isUnknown ? (
      <NoticePanel
        title={t('option.notFound')}
        text={t('option.notFoundText')}
        action={{ label: t('option.history'), onClick: () => void navigate(LIST, { replace: true }) }}
      />
    ) : (
      <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <CardSkeleton rows={8} />;
  const renew = async () => (await refetch()).data ?? data;
  return <Loaded receipt={data} onRenew={renew} />;
}

function Loaded({ receipt, onRenew }: ComponentProps<typeof SettlementProof>) {
  const { t } = useTranslation();
  const { order, result, reason } = receipt;
  const voidWords = useVoidWords();
  const isDemo = order.account_type === 'simulation_account';
  return (
    <>
      {result === null ? (
        <OpenCard order={order} />
      ) : (
        <div className={styles.hero}>
          <p className={styles.resultTop}>
            <DirectionMark direction={order.direction} /> <b>{order.symbol_name}</b>
          </p>
          <p className={styles.heroFigure}>
            <MoneyText value={netOfOrder(order)} unit={order.currency_name} signed demo={isDemo} />
          </p>
          <p className={sheetStyles.soft}>{t(`option.${result}`)}</p>
          {reason !== null && <p className={sheetStyles.warning}>{voidWords(reason)}</p>}
        </div>
      )}
      {result !== null && <WindowChart receipt={receipt} />}
      <DetailsList details={useDetails(receipt)} />
      {result !== null && <SettlementProof receipt={receipt} onRenew={onRenew} />}
    </>
  );
}

function OpenCard({ order }: { order: OptionOrderView }) {
  const live = useIndexSeconds(order.symbol_name, [order]);
  return (
    <div className={styles.waiting}>
      <OpenOrderCard order={order} live={live} />
    </div>
  );
}

function useDetails({ order, price, contract }: OptionReceiptView) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = useMoment();
  const term = useTermWords();
  const isDemo = order.account_type === 'simulation_account';
  const money = (value: string) => <MoneyText value={value} unit={order.currency_name} demo={isDemo} />;
  const shown = (value: string) => (
    <span className="numbers">{formatDecimal(value, language, contract.rule.decimals)}</span>
  );
  const handled = Date.parse(`${order.handled_at.replace(' ', 'T')}Z`);
  return [
    { label: t('option.direction'), value: <DirectionMark direction={order.direction} /> },
    { label: t('option.market'), value: order.symbol_name },
    { label: t('option.delivery'), value: term(order.seconds) },
    { label: t('option.amount'), value: money(order.number) },
    { label: t('option.fee'), value: money(order.fee) },
    { label: t('option.ifRight'), value: money(order.winnings) },
    { label: t('option.entry'), value: shown(order.open_price) },
    ...(price === null ? [] : [{ label: t('option.settlementPrice'), value: shown(price) }]),
    ...(order.result === null ? [] : [{ label: t('option.paid'), value: money(order.paid) }]),
    { label: t('option.opened'), value: moment(order.opened_at_ms) },
    { label: t('option.closesAt'), value: moment(order.closes_at_ms) },
    ...(Number.isNaN(handled) ? [] : [{ label: t('option.settledAt'), value: moment(handled) }]),
    { label: t('option.account'), value: t(isDemo ? 'option.demo' : 'option.real') },
    { label: t('option.number'), value: order.id },
  ];
}
