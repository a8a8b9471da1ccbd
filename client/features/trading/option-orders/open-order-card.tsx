import { IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OptionOrderView } from '../../../../server/contract/trading/options.dto';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { serverNow } from '../../../platform/server-clock';
import { useFromNow } from '../../../platform/use-now';
import { MoneyText } from '../../../ui/money-text';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { DirectionMark } from './direction-mark';
import type { Needed } from './needed-to-win';
import styles from './open-order-card.module.css';
import { leftText, useTermWords } from './option-time';
import { Ring } from './ring';
import { phaseOf, standingAt, windowStanding } from './standing';
import type { LiveIndex } from './use-index-seconds';

interface Props {
  order: OptionOrderView;
  live: LiveIndex;
}

/** An order that waits for its delivery: what is left, and how it stands. */
export function OpenOrderCard({ order, live }: Props) {
  const { t } = useTranslation();
  const term = useTermWords();
  const phase = useFromNow((now) => phaseOf(order, now));
  const left = useFromNow((now) => Math.max(0, Math.ceil((order.closes_at_ms - now) / 1000)));
  const whole = order.closes_at_ms - order.opened_at_ms;
  const isDemo = order.account_type === 'simulation_account';
  const words = leftText(left * 1000);
  return (
    <Link to={`/pages/option/history?id=${order.id}`} className={styles.card} data-part="open-option">
      <span className={styles.cardTop}>
        <DirectionMark direction={order.direction} />
        <b>{order.symbol_name}</b>
        <span className={sheetStyles.soft}>{term(order.seconds)}</span>
        <IconChevronRight size={16} className={styles.cardArrow ?? ''} aria-hidden />
      </span>
      <span className={styles.cardBody}>
        <Ring
          share={(left * 1000) / whole}
          tone={phase === 'running' ? 'calm' : 'window'}
          label={phase === 'settling' ? t('option.settling') : t('option.left', { time: words })}
        >
          {phase === 'settling' ? '…' : words}
        </Ring>
        <span className={styles.cardFigures}>
          <span className={styles.pairOf}>
            <span className={sheetStyles.soft}>{t('option.amount')}</span>
            <MoneyText value={order.number} unit={order.currency_name} demo={isDemo} />
          </span>
          <span className={styles.pairOf}>
            <span className={sheetStyles.soft}>{t('option.entry')}</span>
            <Price value={order.open_price} decimals={order.price_decimals} />
          </span>
          {phase === 'settling' ? (
            <span className={styles.settling}>{t('option.settling')}</span>
          ) : phase === 'running' ? (
            <Running order={order} live={live} />
          ) : (
            <InWindow order={order} live={live} />
          )}
        </span>
      </span>
    </Link>
  );
}

function Price({ value, decimals }: { value: string | null; decimals: number }) {
  const language = useLanguage();
  return <span className="numbers">{formatDecimal(value, language, decimals)}</span>;
}

function Running({ order, live: { index } }: Props) {
  const { t } = useTranslation();
  const { price_decimals: decimals } = order;
  return (
    <>
      <span className={styles.pairOf}>
        <span className={sheetStyles.soft}>{t('option.index')}</span>
        <Price value={index} decimals={decimals} />
      </span>
      {index !== null && <Side order={order} price={index} />}
    </>
  );
}

function Side({ order, price }: { order: OptionOrderView; price: string }) {
  const { t } = useTranslation();
  const { side, net } = standingAt(order, price);
  const isDemo = order.account_type === 'simulation_account';
  return (
    <span className={styles.pairOf} data-part="side" data-side={side}>
      <span className={sheetStyles.soft}>{t(`option.${side}`)}</span>
      <MoneyText brief value={net} unit={order.currency_name} signed demo={isDemo} />
    </span>
  );
}

/** While the window runs its mean counts, not the price of the moment. */
function InWindow({ order, live: { seconds } }: Props) {
  const { t } = useTranslation();
  const needed = useNeededWords(order);
  const known = seconds.between(order.window_from_ms, order.closes_at_ms).length;
  const second = useFromNow((now) => Math.floor(now / 1000));
  // The search is not for every redraw: once for each second and each sample.
  // oxlint-disable-next-line react/exhaustive-deps
  const standing = useMemo(() => windowStanding(order, seconds, serverNow()), [order, seconds, known, second]);
  const { mean, samples } = standing;
  return (
    <>
      <span className={styles.pairOf} data-part="running-mean">
        <span className={sheetStyles.soft}>
          {t('option.mean')} · {t('option.samplesOf', { n: samples, all: order.window_seconds })}
        </span>
        <Price value={mean} decimals={order.price_decimals} />
      </span>
      {mean !== null && <Side order={order} price={mean} />}
      <span className={styles.needed} data-part="needed">
        {needed(standing.needed)}
      </span>
    </>
  );
}

function useNeededWords(order: OptionOrderView): (needed: Needed) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const shown = (price: string) => formatDecimal(price, language, order.price_decimals);
  return (needed) => {
    if (needed.kind === 'any') return t('option.needAny');
    if (needed.kind === 'none') return t('option.needNone');
    const { from, to } = needed;
    if (from !== null && to !== null) return t('option.needBetween', { from: shown(from), to: shown(to) });
    return from === null
      ? t('option.needBelow', { price: shown(to ?? '0') })
      : t('option.needAbove', { price: shown(from) });
  };
}
