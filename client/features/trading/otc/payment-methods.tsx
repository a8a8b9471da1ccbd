import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OTC_WAYS, type OtcWay } from '../../../../server/contract/rules/otc-market.rules';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { Form } from '../../../ui/form';
import { FundPasswordField } from '../../../ui/fund-password-field';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import {
  addPayment,
  KEYS,
  merchant as merchantQuery,
  type NewPayment,
  payments as paymentsQuery,
  removePayment,
} from './otc.api';
import styles from './otc.module.css';
import { ChooseMeetingPlace, OpenOnMap } from './meeting-place';
import { NoFundPassword, NotVerified, useOtcGate } from './not-verified';
import { SafetyNote } from './safety-note';

const NOTHING: NewPayment = { way: 'bank', account: '', bank: '', branch: '', place: '', pay_password: '' };

/** Where the user is paid: always in the name that was verified. */
export function PaymentMethods() {
  const { t } = useTranslation();
  const list = useQuery(paymentsQuery);
  const me = useQuery(merchantQuery);
  const gate = useOtcGate();
  const failure = list.error ?? me.error;
  if (failure && !(list.data && me.data)) {
    return (
      <ErrorState text={failureWords(failure, t)} onRetry={() => void Promise.all([list.refetch(), me.refetch()])} />
    );
  }
  if (!list.data || !me.data) return <CardSkeleton rows={5} />;
  if (me.data.name === '') return <NotVerified />;
  return (
    <div className={styles.gap}>
      {list.data.length === 0 && <EmptyState text={t('otc.noPayments')} />}
      {list.data.map((payment) => (
        <section key={payment.id} className={styles.card}>
          <div className={styles.head}>
            <div className={styles.name}>
              {t(`otc.ways.${payment.way}`)}
              <p className={styles.small}>
                {[payment.bank, payment.branch, payment.account].filter((text) => text !== '').join(' · ')}
              </p>
              <p className={styles.small}>{payment.holder}</p>
              {payment.place !== '' && <OpenOnMap place={payment.place} title={payment.account} />}
            </div>
            <Remove id={payment.id} label={`${t(`otc.ways.${payment.way}`)} ${payment.account}`} />
          </div>
        </section>
      ))}
      {gate === 'fundPassword' ? <NoFundPassword /> : <AddPayment name={me.data.name} />}
    </div>
  );
}

function Remove({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce();
  const remove = async () => {
    const words = await run({ intent: id, content: undefined, send: (_none, key) => removePayment(id, key) }).catch(
      () => undefined,
    );
    if (words !== undefined) toast(words);
    await queries.invalidateQueries({ queryKey: KEYS.mine });
  };
  return (
    <ActionIcon size={44} loading={busy} aria-label={`${t('otc.remove')}: ${label}`} onClick={() => void remove()}>
      <IconTrash size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

function AddPayment({ name }: { name: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce<NewPayment>();
  const [values, setValues] = useState(NOTHING);
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<NewPayment>) => {
    setProblem(null);
    setValues((now) => ({ ...now, ...part }));
  };
  const add = async () => {
    const isCash = values.way === 'cash';
    if (values.account.trim().length < 3) return setProblem(t(isCash ? 'otc.enterPlaceName' : 'otc.enterAccount'));
    if (isCash && values.place === '') return setProblem(t('otc.enterPlace'));
    if (values.way === 'bank' && values.bank.trim() === '') return setProblem(t('otc.enterBank'));
    if (!/^\d{6}$/.test(values.pay_password)) return setProblem(t('otc.enterPin'));
    setProblem(null);
    try {
      // A second try with another fund password is the same payment method.
      const intent = JSON.stringify({ ...values, pay_password: '' });
      const made = await run({ intent, content: values, send: addPayment });
      if (made) setValues(NOTHING);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setProblem(failureWords(error, t));
    } finally {
      await queries.invalidateQueries({ queryKey: KEYS.mine });
    }
  };
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('otc.addPayment')}</h2>
      {values.way !== 'cash' && <p className={styles.text}>{t('otc.holderNote', { name })}</p>}
      <Form
        submit={t('otc.add')}
        busy={busy}
        problem={problem}
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <SelectField<OtcWay>
          label={t('otc.way')}
          value={values.way}
          onChange={(way) => change({ way })}
          choices={OTC_WAYS.map((key) => ({ key, label: t(`otc.ways.${key}`) }))}
        />
        {values.way === 'cash' && (
          <>
            <SafetyNote text={t('otc.cashNote')} />
            <ChooseMeetingPlace place={values.place} onPlace={(place) => change({ place })} />
          </>
        )}
        <TextField
          label={t(values.way === 'cash' ? 'otc.placeName' : 'otc.account')}
          help={values.way === 'cash' ? t('otc.placeNameHelp') : undefined}
          maxLength={80}
          value={values.account}
          onChange={({ currentTarget }) => change({ account: currentTarget.value })}
        />
        {values.way === 'bank' && <BankFields values={values} onChange={change} />}
        <FundPasswordField value={values.pay_password} onChange={(text) => change({ pay_password: text })} />
      </Form>
    </section>
  );
}

function BankFields({ values, onChange }: { values: NewPayment; onChange: (part: Partial<NewPayment>) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('otc.bank')}
        maxLength={80}
        value={values.bank}
        onChange={({ currentTarget }) => onChange({ bank: currentTarget.value })}
      />
      <TextField
        label={t('otc.branch')}
        optional
        maxLength={80}
        value={values.branch}
        onChange={({ currentTarget }) => onChange({ branch: currentTarget.value })}
      />
    </>
  );
}
