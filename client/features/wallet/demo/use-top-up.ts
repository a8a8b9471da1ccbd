import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../../platform/api';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
import { toast } from '../../../ui/toast';
import { demoState, topUpDemo } from './demo.api';

/** Brings the demo accounts back up to what they began with. What fails is said by the shell, in words. */
export function useTopUp(): { busy: boolean; topUp: () => void } {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { busy, run } = useAtMostOnce();
  const topUp = async () => {
    try {
      const send = (_nothing: undefined, key: string) => topUpDemo(key);
      const state = await run({ intent: 'top-up', content: undefined, send });
      if (state === undefined) return;
      queries.setQueryData(demoState.queryKey, state);
      toast(t('demo.toppedUp'));
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
    }
  };
  return { busy, topUp: () => void topUp() };
}
