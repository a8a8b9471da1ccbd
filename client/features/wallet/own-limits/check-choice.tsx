import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CHECK_MINUTES } from '../../../../server/contract/rules/own-limits.rules';
import { ownStay } from '../../../platform/own-break';
import { PillChoice } from '../../../ui/pill-choice';
import { chooseCheck, ownLimits } from './own-limits.api';
import styles from './own-limits.module.css';

/** How often the user is told how long it is here. */
export function CheckChoice({ minutes }: { minutes: number }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: chooseCheck,
    onSuccess: (state) => {
      queries.setQueryData(ownLimits.queryKey, state);
      void queries.invalidateQueries({ queryKey: ownStay.queryKey });
    },
  });
  const chosen = isPending ? variables : minutes;
  return (
    <section className={styles.section} aria-label={t('limits.check.title')}>
      <h2 className={styles.heading}>{t('limits.check.title')}</h2>
      <div className={styles.choice}>
        <p className={styles.text}>{t('limits.check.text')}</p>
        <PillChoice
          legend={t('limits.check.every')}
          choices={[0, ...CHECK_MINUTES].map((each) => ({
            key: String(each),
            label: each === 0 ? t('limits.check.never') : t('limits.minutesOf', { minutes: each }),
          }))}
          chosen={String(chosen)}
          onChoose={(key) => mutate(Number.parseInt(key, 10))}
        />
      </div>
    </section>
  );
}
