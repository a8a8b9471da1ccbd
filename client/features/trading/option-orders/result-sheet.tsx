import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import sheetStyles from '../../../ui/trade-sheet.module.css';
import { DirectionMark } from './direction-mark';
import type { Ended } from './ended';
import styles from './result-sheet.module.css';
import { useVoidWords } from './void-words';

interface Props {
  ended: readonly Ended[];
  opened: boolean;
  onClose: () => void;
}

/** How orders ended, said once and calmly. */
export function ResultSheet({ ended, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('option.resultTitle')} opened={opened && ended.length > 0} onClose={onClose}>
      <div className={sheetStyles.sheet} data-part="option-result">
        {ended.map((each) => (
          <Result key={each.id} ended={each} onClose={onClose} />
        ))}
        <Button fullWidth size="lg" variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Sheet>
  );
}

function Result({ ended, onClose }: { ended: Ended; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const voidWords = useVoidWords();
  const { id, symbol, direction, result, reason, net, fee, profit, paid, price, entry, decimals, unit, isDemo } = ended;
  const money = unit === '' ? {} : { unit };
  const shown = (value: string) => formatDecimal(value, language, decimals ?? undefined);
  return (
    <section className={styles.result}>
      <p className={styles.resultTop}>
        <DirectionMark direction={direction} /> <b>{symbol}</b>
      </p>
      <p className={styles.resultWord} data-result={result}>
        <span>{t(`option.${result}`)}</span>
        <MoneyText value={net ?? profit} {...money} signed demo={isDemo} />
      </p>
      {reason !== null && <p className={sheetStyles.soft}>{voidWords(reason)}</p>}
      <dl className={sheetStyles.facts}>
        {entry !== null && (
          <div>
            <dt>{t('option.entry')}</dt>
            <dd className="numbers">{shown(entry)}</dd>
          </div>
        )}
        {price !== null && (
          <div>
            <dt>{t('option.settlementPrice')}</dt>
            <dd className="numbers">{shown(price)}</dd>
          </div>
        )}
        {fee !== null && (
          <div>
            <dt>{t('option.fee')}</dt>
            <dd>
              <MoneyText value={fee} {...money} demo={isDemo} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('option.paid')}</dt>
          <dd>
            <MoneyText value={paid} {...money} demo={isDemo} />
          </dd>
        </div>
      </dl>
      <Link to={`/pages/option/history?id=${id}`} className={styles.toDetails} onClick={onClose}>
        {t('option.details')}
      </Link>
    </section>
  );
}
