import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OTC_APPEAL_REASONS, type OtcAppealReason } from '../../../../server/contract/rules/otc-order.rules';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { usePhoto } from '../../../platform/use-photo';
import { Form } from '../../../ui/form';
import fieldStyles from '../../../ui/field.module.css';
import { PhotoField } from '../../../ui/photo-field';
import { SelectField } from '../../../ui/select-field';
import { toast } from '../../../ui/toast';
import { appeal, KEYS, reopen } from './otc.api';
import styles from './otc.module.css';

interface Props {
  id: string;
  /** `reopen`: the order was cancelled although the money had been sent. */
  event: 'appeal' | 'reopen';
  side: 'buy' | 'sell';
  onDone: () => void;
}

const OF_SIDE: Record<'buy' | 'sell', readonly OtcAppealReason[]> = {
  buy: ['not-released', 'other'],
  sell: ['not-received', 'amount-differs', 'name-differs', 'other'],
};
const CLASSES = { label: fieldStyles.label ?? '', input: fieldStyles.input ?? '' };

/** Calls the desk: what happened, in words and pictures. */
export function StatementForm({ id, event, side, onDone }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce<{ text: string; reason: OtcAppealReason; images: string[] }>();
  const [text, setText] = useState('');
  const [reason, setReason] = useState<OtcAppealReason>(OF_SIDE[side][0] ?? 'other');
  const [problem, setProblem] = useState<string | null>(null);
  const photos = [usePhoto('otc'), usePhoto('otc')];
  const images = photos.flatMap(({ reference }) => (reference === null ? [] : [reference]));
  const reasons = OTC_APPEAL_REASONS.filter((one) => OF_SIDE[side].includes(one));

  const send = async () => {
    if (text.trim() === '') return setProblem(t('otc.sayWhat'));
    if (event === 'reopen' && images.length === 0) return setProblem(t('otc.pictureNeeded'));
    setProblem(null);
    const content = { text: text.trim(), reason, images };
    try {
      const words = await run({
        intent: JSON.stringify(content),
        content,
        send: (said, key) =>
          event === 'appeal' ? appeal({ id, ...said }, key) : reopen({ id, text: said.text, images: said.images }, key),
      });
      if (words === undefined) return;
      toast(words);
      onDone();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setProblem(failureWords(error, t));
    } finally {
      await queries.invalidateQueries({ queryKey: KEYS.mine });
    }
  };
  return (
    <Form
      submit={t('otc.send')}
      busy={busy}
      problem={problem}
      onSubmit={(submitted) => {
        submitted.preventDefault();
        void send();
      }}
    >
      <p className={styles.text}>{t(event === 'appeal' ? 'otc.appealText' : 'otc.reopenText')}</p>
      {event === 'appeal' && (
        <SelectField
          label={t('otc.reason')}
          value={reason}
          onChange={setReason}
          choices={reasons.map((key) => ({ key, label: t(`otc.reasons.${key}`) }))}
        />
      )}
      <Textarea
        label={t('otc.what')}
        value={text}
        maxLength={1000}
        minRows={3}
        autosize
        classNames={CLASSES}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {photos.map((photo, place) => (
        <PhotoField
          key={place === 0 ? 'first' : 'second'}
          label={t('otc.proof', { number: place + 1 })}
          photo={photo}
        />
      ))}
    </Form>
  );
}
