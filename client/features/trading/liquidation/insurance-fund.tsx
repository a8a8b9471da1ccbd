import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../../platform/failure-words';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { MoneyText } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { TextSkeleton } from '../../../ui/text-skeleton';
import { insurance } from './liquidation.api';
import styles from './liquidation.module.css';

/** The insurance fund as the books say: what is in it, and how every day moved it. */
export function InsuranceFund({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('futures.insurance')} opened={opened} onClose={onClose} tall>
      {opened && <Fund />}
    </Sheet>
  );
}

const DECIMALS = 2;

function Fund() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(insurance);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <TextSkeleton lines={6} />;
  return (
    <div className={styles.fund}>
      <p className={styles.note}>{t('futures.insuranceText')}</p>
      {data.length === 0 && <EmptyState text={t('futures.noInsurance')} />}
      {data.map(({ currency, balance, days }) => (
        <section key={currency}>
          <h3>
            <MoneyText value={balance} decimals={DECIMALS} unit={currency} />
          </h3>
          {days.length === 0 ? (
            <p className={styles.note}>{t('futures.noInsurance')}</p>
          ) : (
            <table className={styles.days}>
              <thead>
                <tr>
                  <th scope="col">{t('futures.dayUtc')}</th>
                  <th scope="col">{t('futures.into')}</th>
                  <th scope="col">{t('futures.outOf')}</th>
                  <th scope="col">{t('futures.atEnd')}</th>
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day.day}>
                    <th scope="row" className="numbers">
                      {day.day}
                    </th>
                    <td>
                      <MoneyText value={day.into} decimals={DECIMALS} />
                    </td>
                    <td>
                      <MoneyText value={day.outOf} decimals={DECIMALS} />
                    </td>
                    <td>
                      <MoneyText value={day.balance} decimals={DECIMALS} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </section>
      ))}
    </div>
  );
}
