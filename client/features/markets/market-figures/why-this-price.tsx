import { useTranslation } from 'react-i18next';
import type { IndexConstituentView, MarkPriceView } from '../../../../server/contract/markets/markets.dto';
import { formatClock, formatDecimal, formatPercent, UNKNOWN } from '../../../platform/format';
import { useChannel } from '../../../platform/use-channel';
import { useFromNow } from '../../../platform/use-now';
import { secondsTooOld, soundness } from '../../../ui/age';
import { EmptyState } from '../../../ui/empty-state';
import { Sheet } from '../../../ui/sheet';
import { useDelayedWords } from '../../../ui/use-delayed-words';
import { toPercent } from './to-percent';
import styles from './why-this-price.module.css';
import { useLanguage } from '../../../platform/preferences';
import type { Market } from '../market-list';

interface Props {
  market: Market;
  opened: boolean;
  onClose: () => void;
}

/** Where the mark price comes from: each source with its price, weight and age, and why it was left out if it was. */
export function WhyThisPrice({ market, opened, onClose }: Props) {
  const { t } = useTranslation();
  const { state: mark, status } = useChannel('markets.mark', opened ? { symbol: market.symbol } : null);
  // Of a market that nobody feeds there is a state without a sample: it explains nothing.
  const state = mark && mark.sampledAt > 0 ? mark : null;
  return (
    <Sheet title={`${t('why.title')} · ${market.symbol}`} opened={opened} onClose={onClose}>
      <div className={styles.body}>
        {state && <Reasons mark={state} isLive={status === 'live'} decimals={market.priceDecimals} />}
        {!state && status !== 'waiting' && <EmptyState text={t('why.noData')} />}
      </div>
    </Sheet>
  );
}

/**
 * For how many seconds the sample has been the newest one that is known here; null while it is one of now. Its stream may have been
 * interrupted, or stand still without a word.
 */
function useSampleAge(sampledAt: number, isLive: boolean): number | null {
  const seconds = useFromNow((now) =>
    isLive ? (secondsTooOld(sampledAt, now) ?? -1) : Math.max(0, Math.floor((now - sampledAt) / 1000)),
  );
  return seconds < 0 ? null : seconds;
}

interface ReasonsProps {
  mark: MarkPriceView;
  isLive: boolean;
  decimals: number;
}

/** What was judged of an old sample is no judgement of now: its verdicts and ages give way to its own age. */
function Reasons({ mark, isLive, decimals }: ReasonsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const age = useSampleAge(mark.sampledAt, isLive);
  const isOld = age !== null;
  const delayedWords = useDelayedWords();
  const price = (value: string | null) => formatDecimal(value, language, decimals);
  return (
    <>
      <dl className={styles.prices} data-dimmed={isOld || undefined}>
        {(['mark', 'index', 'last'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`trade.${key}`)}</dt>
            <dd className="numbers">{price(mark[key])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.state} data-state={isOld ? 'stale' : mark.indexState}>
        {isOld ? delayedWords(age) : t(`why.${soundness(mark.indexState)}`)}
      </p>
      <p className={styles.text}>{t(`why.${mark.method}`)}</p>
      {mark.constituents.length > 0 && <Constituents constituents={mark.constituents} isOld={isOld} price={price} />}
      <p className={styles.text}>
        {mark.fundingRate !== null && (
          <>
            {t('why.funding')}{' '}
            <span className="numbers">{formatPercent(toPercent(mark.fundingRate), language, 4)}</span>
            {' · '}
          </>
        )}
        {t('why.sampled', { time: formatClock(mark.sampledAt, language) })}
      </p>
    </>
  );
}

const VERDICTS = { used: 'used', 'too-old': 'tooOld', outlier: 'outlier', 'no-data': 'noData' } as const;

/** Seconds with one decimal, truncated: 1,250 ms is "1.2". */
function ageSeconds(milliseconds: number): string {
  const tenths = Math.floor(Math.max(0, milliseconds) / 100);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

interface ConstituentsProps {
  constituents: IndexConstituentView[];
  isOld: boolean;
  price: (value: string | null) => string;
}

function Constituents({ constituents, isOld, price }: ConstituentsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <table className={styles.table} data-dimmed={isOld || undefined}>
      <thead>
        <tr>
          <th scope="col">{t('why.source')}</th>
          <th scope="col">{t('markets.price')}</th>
          <th scope="col">{t('why.weight')}</th>
          <th scope="col">{t('why.age')}</th>
        </tr>
      </thead>
      <tbody>
        {constituents.map((constituent) => (
          <tr key={constituent.venue} data-used={isOld || constituent.used}>
            <th scope="row">
              {constituent.venue}
              {!isOld && <span className={styles.verdict}>{t(`why.${VERDICTS[constituent.reason ?? 'used']}`)}</span>}
            </th>
            <td className="numbers">{price(constituent.price)}</td>
            <td className="numbers">{formatDecimal(constituent.weight, language)}</td>
            <td className="numbers">
              {isOld || constituent.ageMs === null
                ? UNKNOWN
                : t('why.seconds', { seconds: formatDecimal(ageSeconds(constituent.ageMs), language) })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
