import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComplaintView } from '../../../../server/contract/account/complaints.dto';
import {
  COMPLAINT_ANSWER_DAYS,
  COMPLAINT_LENGTH_MAX,
  COMPLAINT_ORDER_LENGTH_MAX,
  COMPLAINT_SUBJECTS,
  type ComplaintSubject,
} from '../../../../server/contract/rules/complaints.rules';
import { Form, FormIntro } from '../../../ui/form';
import { SelectField } from '../../../ui/select-field';
import { TextField } from '../../../ui/text-field';
import { ComplaintText } from './complaint-text';
import { type NewComplaint, writeComplaint } from './complaints.api';
import { useWritten } from './use-written';

/** A new complaint. */
export function ComplaintForm({ onSent }: { onSent: (complaint: ComplaintView) => void }) {
  const { t } = useTranslation();
  const [subject, setSubject] = useState<ComplaintSubject>(COMPLAINT_SUBJECTS[0]);
  const [text, setText] = useState('');
  const [order, setOrder] = useState('');
  const { busy, problem, submit } = useWritten<NewComplaint>(writeComplaint, onSent);
  return (
    <>
      <FormIntro text={t('complaints.intro', { days: COMPLAINT_ANSWER_DAYS })} />
      <Form
        submit={t('complaints.send')}
        busy={busy}
        problem={problem}
        onSubmit={(event) => {
          event.preventDefault();
          submit({ subject, text: text.trim(), order_number: order.trim() });
        }}
      >
        <SelectField
          label={t('complaints.subject')}
          value={subject}
          onChange={setSubject}
          choices={COMPLAINT_SUBJECTS.map((key) => ({ key, label: t(`complaints.subjects.${key}`) }))}
        />
        <TextField
          label={t('complaints.order')}
          optional
          value={order}
          maxLength={COMPLAINT_ORDER_LENGTH_MAX}
          autoComplete="off"
          onChange={({ currentTarget }) => setOrder(currentTarget.value)}
        />
        <ComplaintText
          label={t('complaints.text')}
          help={t('complaints.textHelp', { most: COMPLAINT_LENGTH_MAX })}
          value={text}
          onChange={setText}
        />
      </Form>
    </>
  );
}
