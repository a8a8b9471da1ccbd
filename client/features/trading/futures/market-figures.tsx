import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FundingView } from '../../../../server/contract/trading/liquidation.dto';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { type Market, usePriceAge, useTicker } from '../../markets/market-list';
import { ExportLink } from '../../wallet/exports';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { useLoggedIn } from '../../../platform/session';
import { useFromNow } from '../../../platform/use-now';
import { soundness } from '../../../ui/age';
import { Sheet } from '../../../ui/sheet';
import { fundingOf, type MarkNow, ratePercent, useAgoWords, useMarkTooOld } from '../futures-account';
import { useMoment } from '../../../ui/use-moment';
import styles from './market-figures.module.css';

/** Index, its soundness, the mark's age, and the funding that comes next with its countdown. */
export function MarketFigures({ market, mark }: { market: Market; mark: MarkNow | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [opened, setOpened] = useState(false);
  const ticker = useTicker(market.symbol) ?? market.ticker;
  const { data } = useQuery(fundingOf(market.symbol));
  const funding = data?.find(({ symbol }) => symbol === market.symbol) ?? null;
  const age = useFromNow((now) => (mark === null ? -1 : Math.max(0, Math.floor((now - mark.at) / 1000))));
  const countdown = useCountdown(funding?.nextAt ?? null);
  const isMarkOld = useMarkTooOld(mark?.at ?? null) !== null;
  const ago = useAgoWords()(age);
  const isOld = usePriceAge(ticker).kind !== 'live' || isMarkOld || undefined;
  return (
    <div className={styles.market}>
      <div data-old={isOld}>
        <span>{t('trade.index')}</span>
        <b className="numbers">{formatDecimal(mark?.index ?? ticker.index, language, market.priceDecimals)}</b>
        {/* How sound an old index was says nothing of now. */}
        <small data-state={isMarkOld ? 'stale' : ticker.indexState}>
          {isMarkOld ? ago : t(`futures.index.${soundness(ticker.indexState)}`)}
        </small>
      </div>
      <div data-old={isOld}>
        <span>{t('trade.mark')}</span>
        <b className="numbers">{formatDecimal(mark?.mark ?? ticker.mark, language, market.priceDecimals)}</b>
        <small className="numbers">{age < 0 ? '—' : ago}</small>
      </div>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <span>
          {t('futures.fundingRate')}
          <IconChevronRight size={12} aria-hidden />
        </span>
        <b className="numbers">{ratePercent(funding?.rate ?? null, language)}</b>
        <small className="numbers" role="timer">
          {countdown}
        </small>
      </button>
      <Sheet title={t('futures.fundingRate')} opened={opened} onClose={() => setOpened(false)}>
        {opened && <Funding funding={funding} countdown={countdown} />}
      </Sheet>
    </div>
  );
}

/** What is left until an instant by the server's clock, "07:59:59". */
function useCountdown(until: number | null): string {
  return useFromNow((now) => {
    if (until === null) return '—';
    const seconds = Math.max(0, Math.ceil((until - now) / 1000));
    const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
    return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
  });
}

function Funding({ funding, countdown }: { funding: FundingView | null; countdown: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const moment = useMoment();
  const isLoggedIn = useLoggedIn();
  return (
    <div className={sheetStyles.step}>
      <p className={sheetStyles.note}>{t('futures.fundingText')}</p>
      <dl className={sheetStyles.preview}>
        <div data-strong>
          <dt>{t('futures.fundingNext')}</dt>
          <dd className="numbers">
            {ratePercent(funding?.rate ?? null, language)} · {countdown}
          </dd>
        </div>
        {(funding?.past ?? []).map(({ stamp, rate, void: reason }) => (
          <div key={stamp}>
            <dt className="numbers">{moment(stamp)}</dt>
            <dd className="numbers">{reason ? t(`futures.fundingVoid.${reason}`) : ratePercent(rate, language)}</dd>
          </div>
        ))}
      </dl>
      {funding?.past.length === 0 && <p className={sheetStyles.note}>{t('futures.noFunding')}</p>}
      {isLoggedIn && (
        <div className={styles.ownFunding}>
          <span>{t('futures.ownFunding')}</span>
          <ExportLink list="futures.funding" />
        </div>
      )}
    </div>
  );
}
