import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { IeoProjectView } from '../../../../server/contract/trading/ieo.dto';
import { failureWords } from '../../../platform/failure-words';
import { useLanguage } from '../../../platform/preferences';
import { useOpeningPaused } from '../../../platform/offered-products';
import { BriefMoney } from '../../../ui/brief-money';
import { ConsentBox } from '../../../ui/consent-box';
import { ErrorState } from '../../../ui/error-state';
import { Form } from '../../../ui/form';
import { MoneyText, withoutClosingZeros } from '../../../ui/money-text';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { focusFirstError } from '../../account/profile';
import { useWallet } from '../../wallet/balances';
import { preview, type Wish } from './ieo.api';
import styles from './ieo.module.css';
import { Pairs } from './pairs';
import { priceOf, unitsText } from './units';
import { useApplication } from './use-application';

const LONGEST = 20;

/** Applies for coins with money of the spot account. */
export function ApplyForm({ project }: { project: IeoProjectView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguage();
  const [isReviewed, setReviewed] = useState(false);
  const available = useAvailable(project);
  const { form, wish, reading, busy, problem, submit } = useApplication({
    project,
    available,
    onRefused: () => setReviewed(false),
    onApplied: (words) => {
      toast(words);
      void navigate('/pages/ieo/applications');
    },
  });
  const unit = project.pay_currency_name;
  const paused = useOpeningPaused('ieo', 'real');
  return (
    <section className={styles.section} data-flush>
      <Form
        onSubmit={form.onSubmit(
          () => setReviewed(true),
          (errors) => focusFirstError(form, errors),
        )}
        submit={t('ieo.next')}
        busy={false}
        blocked={paused}
        problem={isReviewed ? null : problem}
      >
        <TextField
          {...form.getInputProps('number')}
          label={`${t('ieo.number')} (${project.currency_name})`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={LONGEST}
          placeholder={project.min_number}
          help={
            <>
              {reading !== null && <>{t('form.readsAs', { amount: reading })} · </>}
              {t('ieo.atLeast', { number: unitsText(project.min_number, project.currency_name, language) })} ·{' '}
              {t('ieo.spot')}: <BriefMoney value={available} unit={unit} demo={false} />
            </>
          }
        />
        <Freezes number={wish?.number ?? null} project={project} />
        <ConsentBox
          label={t('ieo.agree')}
          checked={form.values.agreed}
          onChange={(ticked) => form.setFieldValue('agreed', ticked)}
          error={form.errors.agreed}
          path="agreed"
        />
      </Form>
      <Sheet title={t('ieo.review')} opened={isReviewed} onClose={() => setReviewed(false)}>
        {wish && <Review project={project} wish={wish} busy={busy} problem={problem} onConfirm={() => submit(wish)} />}
      </Sheet>
    </section>
  );
}

/** The money that an application for so many freezes. */
function Freezes({ number, project }: { number: string | null; project: IeoProjectView }) {
  const { t } = useTranslation();
  return (
    <Pairs
      facts={[
        {
          label: t('ieo.freezes'),
          value: (
            <MoneyText
              value={number === null ? null : withoutClosingZeros(priceOf(number, project.price))}
              unit={project.pay_currency_name}
              demo={false}
            />
          ),
        },
      ]}
    />
  );
}

/** What the spot account has of the coin that is paid with. */
function useAvailable({ pay_currency_id: id }: IeoProjectView): string | null {
  return useWallet().holdings?.find(({ currencyId }) => currencyId === id)?.pockets.spot.available ?? null;
}

interface ReviewProps {
  project: IeoProjectView;
  wish: Wish;
  busy: boolean;
  problem: string | null;
  onConfirm: () => void;
}

/** The whole application once more, as the server would make it. */
function Review({ project, wish, busy, problem, onConfirm }: ReviewProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  // The figures of this very moment: nothing that was read earlier is confirmed.
  const { data, error, isFetching, refetch } = useQuery({ ...preview(wish, language), staleTime: 0, gcTime: 0 });
  if (error && !data && !isFetching) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={5} />;
  const units = (number: string) => unitsText(number, project.currency_name, language);
  const money = (value: string) => <MoneyText value={value} unit={project.pay_currency_name} demo={false} />;
  return (
    <div className={styles.sheet}>
      <p className={styles.amount}>{units(data.number)}</p>
      <Pairs
        facts={[
          { label: t('ieo.price'), value: money(project.price) },
          { label: t('ieo.freezes'), value: money(data.amount) },
          { label: t('ieo.together'), value: units(data.number_after) },
          { label: t('ieo.after'), value: money(data.balance_after) },
        ]}
      />
      <p className={styles.warn} data-flush>
        {t('ieo.keepNote')}
      </p>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button fullWidth size="lg" loading={busy} onClick={onConfirm}>
        {t('ieo.confirm')}
      </Button>
    </div>
  );
}
