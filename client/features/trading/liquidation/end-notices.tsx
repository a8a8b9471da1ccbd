import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountEvent } from '../../../../server/contract/events.dto';
import { useIsDemo } from '../../../platform/account-type';
import { useMarket, useMarkets } from '../../markets/market-list';
import { formatDecimal, textDecimals } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { useAccountEvents } from '../../../platform/use-account-events';
import { formatPrice } from '../../../ui/cut-price';
import styles from './liquidation.module.css';
import { lotsWords } from './lots-words';

type EndNotice =
  | { positionId: string; liquidation: AccountEvent<'liquidation'>['payload'] }
  | { positionId: string; stopped: AccountEvent<'position'>['payload'] };

/** What ended by itself while the page was open, by a liquidation or by a stop, until it is put away. */
export function EndNotices({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation();
  const [notices, putAway] = useEndNotices();
  return (
    <div className={styles.warnings} role="status">
      {notices.map((one) => (
        <p key={one.positionId} data-level={'stopped' in one ? 'executed' : 'critical'}>
          {'stopped' in one ? <Stopped row={one.stopped} /> : <Liquidated step={one.liquidation} />}
          <span className={styles.ways}>
            <button
              type="button"
              onClick={() => {
                putAway(one.positionId);
                onShow();
              }}
            >
              {t('futures.seeHistory')}
            </button>
            <button type="button" onClick={() => putAway(one.positionId)}>
              {t('common.close')}
            </button>
          </span>
        </p>
      ))}
    </div>
  );
}

/** The newest of each position, newest first. */
function useEndNotices(): [EndNotice[], (positionId: string) => void] {
  const isDemo = useIsDemo();
  const [notices, setNotices] = useState<EndNotice[]>([]);
  const others = (before: EndNotice[], id: string) => before.filter(({ positionId }) => positionId !== id);
  const take = (one: EndNotice) => setNotices((before) => [one, ...others(before, one.positionId)]);
  useAccountEvents('liquidation', ({ payload }) => {
    if (payload.demo === isDemo) take({ positionId: payload.positionId, liquidation: payload });
  });
  useAccountEvents('position', ({ payload }) => {
    const isStopped = payload.closedAs === 'take-profit' || payload.closedAs === 'stop-loss';
    if (isStopped && payload.demo === isDemo) take({ positionId: payload.positionId, stopped: payload });
  });
  return [notices, (positionId) => setNotices((before) => others(before, positionId))];
}

function Liquidated({
  step: { kind, positionId, marketId, lots, lotsLeft, price },
}: {
  step: AccountEvent<'liquidation'>['payload'];
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const market = useMarkets().markets.find(({ id }) => id === marketId);
  return (
    <>
      <b>{t(`futures.reportKind.${kind}`)}</b>
      <span>
        {t('futures.liquidatedText', {
          id: positionId,
          lots: lotsWords(lots, t, language),
          left: lotsWords(lotsLeft, t, language),
          price: formatPrice(price, language, market?.priceDecimals),
        })}
      </span>
    </>
  );
}

function Stopped({ row }: { row: AccountEvent<'position'>['payload'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { market } = useMarket(row.market);
  const quote = row.market.split('/')[1] ?? '';
  // Of the stop's own execution: the row has the mean and the sum of this one and what was closed before.
  const price = row.fill?.price ?? row.closePrice;
  const profit = row.fill?.profit ?? row.realisedProfit;
  const sign = profit.startsWith('-') ? '' : '+';
  return (
    <>
      <b>
        {row.market}: {t(`futures.ended.${row.closedAs ?? 'closed'}`)}
      </b>
      <span>
        {t('futures.endedText', {
          id: row.positionId,
          lots: lotsWords(row.fill?.lots ?? row.lotsOrdered, t, language),
          price: formatPrice(price, language, market?.priceDecimals),
          profit: `${sign}${formatDecimal(profit, language, textDecimals(profit))}\u00a0${quote}`,
        })}
      </span>
    </>
  );
}
