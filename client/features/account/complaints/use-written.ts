import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComplaintView } from '../../../../server/contract/account/complaints.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { COMPLAINTS_KEY } from './complaints.api';

/** Sends what a user has written, once, and says what stood in the way; what was typed stays. */
export function useWritten<Content extends { text: string }>(
  send: (content: Content, key: string) => Promise<ComplaintView>,
  onDone: (complaint: ComplaintView) => void,
) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce<Content>();
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (content: Content) => {
    if (content.text === '') return setProblem(t('complaints.empty'));
    setProblem(null);
    try {
      const complaint = await run({ intent: JSON.stringify(content), content, send });
      if (complaint === undefined) return;
      onDone(complaint);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setProblem(failureWords(error, t));
    } finally {
      await queries.invalidateQueries({ queryKey: COMPLAINTS_KEY });
    }
  };
  return { busy, problem, submit: (content: Content) => void submit(content) };
}
