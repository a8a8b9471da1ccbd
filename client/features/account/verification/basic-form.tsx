import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type BasicVerificationView,
  ID_KINDS,
  type IdKind,
} from '../../../../server/contract/account/verification.dto';
import { textsOf, useDraft } from '../../../platform/draft';
import { failureWords } from '../../../platform/failure-words';
import { useSubmission } from '../../../platform/use-submission';
import { ErrorState } from '../../../ui/error-state';
import { Form, FormIntro } from '../../../ui/form';
import { PillChoice } from '../../../ui/pill-choice';
import { TextField } from '../../../ui/text-field';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { focusFirstError, judgeFilled, user, useVerdict } from '../profile';
import { AddressField } from './address-field';
import { CountryField } from './country-field';
import { LevelState } from './level-state';
import { judgeIdNumber } from './person-rules';
import { isOpen, type Person, submitPerson, useVerificationEvents, verification } from './verification.api';
import styles from './verification.module.css';

interface Props {
  onDone: () => void;
}

/** The basic verification: who the user is. A rejected one starts from what was handed in before. */
export function BasicForm({ onDone }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(verification);
  useVerificationEvents();
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={6} />;
  const { basic } = data;
  if (isOpen(basic)) return <PersonForm known={basic} onDone={onDone} />;
  const isVerified = basic.status === 'verified';
  return (
    <LevelState
      title={t(`verification.status.${basic.status}`)}
      text={t(isVerified ? 'verification.basicDone' : 'verification.reviewText')}
    />
  );
}

function usePerson(known: BasicVerificationView, onDone: () => void) {
  const { t } = useTranslation();
  const words = useVerdict();
  const queries = useQueryClient();
  const draft = useDraft('verification-basic');
  const before = { country: known.country, name: known.name, idKind: known.certificate_type, address: known.address };
  const form = useForm<Record<keyof Person, string>>({
    initialValues: textsOf(draft.read(), { ...before, idNumber: '' }),
    // The number stays where it was typed.
    onValuesChange: (values) => draft.save({ ...values, idNumber: '' }),
    validate: {
      country: (value) => words(judgeFilled(value)),
      name: (value) => words(judgeFilled(value)),
      idNumber: (value) => {
        const verdict = judgeIdNumber(value);
        return verdict === 'idNumber' ? t('verification.idNumberWrong') : words(verdict);
      },
      address: (value) => words(judgeFilled(value)),
    },
  });
  const submission = useSubmission<Record<keyof Person, string>>(form, {
    fields: {
      'verification.country-unknown': 'country',
      'verification.id-number-invalid': 'idNumber',
    },
    send: async (values, key) => {
      await submitPerson({ ...values, idKind: kindOf(values.idKind) }, key);
      draft.drop();
      await Promise.all([
        queries.invalidateQueries({ queryKey: verification.queryKey }),
        queries.invalidateQueries({ queryKey: user.queryKey }),
      ]);
      onDone();
    },
  });
  return { form, ...submission };
}

function kindOf(text: string): IdKind {
  return ID_KINDS.find((kind) => kind === text) ?? 'id-card';
}

function PersonForm({ known, onDone }: { known: BasicVerificationView; onDone: () => void }) {
  const { t } = useTranslation();
  const { form, busy, problem, submit } = usePerson(known, onDone);
  const kind = kindOf(form.values.idKind);
  return (
    <>
      <FormIntro text={t('verification.basicText')} />
      {known.status === 'rejected' && known.reason !== null && (
        <div className={`${styles.panel} ${styles.alone}`} role="note">
          <p className={styles.panelTitle}>{t('verification.rejectedBecause')}</p>
          <p>{known.reason}</p>
        </div>
      )}
      <Form
        onSubmit={form.onSubmit(submit, (errors) => focusFirstError(form, errors))}
        submit={t('verification.submit')}
        busy={busy}
        problem={problem}
      >
        <CountryField {...form.getInputProps('country')} value={form.values.country} />
        <TextField
          {...form.getInputProps('name')}
          label={t('verification.name')}
          help={t('verification.nameHelp')}
          autoComplete="name"
          maxLength={100}
        />
        <PillChoice
          legend={t('verification.idKind')}
          choices={ID_KINDS.map((key) => ({ key, label: t(`verification.idKinds.${key}`) }))}
          chosen={kind}
          onChoose={(next) => form.setFieldValue('idKind', next)}
        />
        <TextField
          {...form.getInputProps('idNumber')}
          label={t('verification.idNumber')}
          help={t('verification.idNumberHelp')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
        />
        <AddressField
          {...form.getInputProps('address')}
          value={form.values.address}
          onPlace={(text) => form.setFieldValue('address', text)}
        />
      </Form>
    </>
  );
}
