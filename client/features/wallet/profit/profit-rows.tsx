import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '../../../platform/format';
import type { ProfitDayView } from '../../../../server/contract/wallet/profit.dto';
import { MoneyText } from '../../../ui/money-text';
import { Tabs } from '../../../ui/tabs';
import { useDayWords } from './day-words';
import styles from './profit.module.css';
import { type Span, spansOf } from './spans';

const UNITS = ['day', 'week', 'month'] as const;
const PANEL = 'profit-rows';
const SHOWN = 14;

/** What each day, week or month brought, the newest first. */
export function ProfitRows({ days }: { days: readonly ProfitDayView[] }) {
  const { t } = useTranslation();
  const [unit, setUnit] = useState<(typeof UNITS)[number]>('day');
  const [shown, setShown] = useState(SHOWN);
  const spans = spansOf(unit, days).reverse();
  return (
    <section>
      <Tabs
        label={t('figures.profit.unit')}
        tabs={UNITS.map((key) => ({ key, label: t(`figures.profit.${key}`) }))}
        chosen={unit}
        onChoose={(next) => {
          setUnit(next);
          setShown(SHOWN);
        }}
        controls={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`figures.profit.${unit}`)}>
        <ul className={styles.rows}>
          {spans.slice(0, shown).map((span) => (
            <Row key={span.from} span={span} />
          ))}
        </ul>
        {spans.length > shown && (
          <button type="button" className={styles.more} onClick={() => setShown(shown + 4 * SHOWN)}>
            {t('figures.profit.more')}
          </button>
        )}
      </div>
    </section>
  );
}

function Row({ span: { from, to, closing, profit, unpriced } }: { span: Span }) {
  const { t } = useTranslation();
  const dayWords = useDayWords();
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <span>{from === to ? dayWords(from) : t('figures.profit.of', { from: dayWords(from), to: dayWords(to) })}</span>
        <span className={styles.small}>
          {closing === null ? (
            t('figures.profit.noPrice', { coins: unpriced.join(', ') })
          ) : (
            <MoneyText value={closing} decimals={2} unit="USDT" secret demo={false} />
          )}
        </span>
      </span>
      <span className={styles.figure} data-direction={directionOf(profit)}>
        {profit === null ? (
          <span className={styles.small}>{t('figures.profit.unknown')}</span>
        ) : (
          <MoneyText value={profit} decimals={2} signed secret />
        )}
      </span>
    </li>
  );
}
