import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { newIdempotencyKey } from '../../platform/idempotency-key';
import { toast } from '../../ui/toast';
import { topUpDemo } from './demo.api';
import { useDemoAct } from './use-demo';

/** Brings the demo accounts back up to what they began with. */
export function useTopUp(): { busy: boolean; topUp: () => void } {
  const { t } = useTranslation();
  const { busy, run } = useDemoAct();
  // One command, however often it is sent until its outcome is known.
  const open = useRef<string | null>(null);
  const topUp = async () => {
    const key = (open.current ??= newIdempotencyKey());
    const failure = await run(
      () => topUpDemo(key),
      () => {
        open.current = null;
        toast(t('demo.toppedUp'));
      },
    );
    if (failure?.kind === 'refused') open.current = null;
  };
  return { busy, topUp: () => void topUp() };
}
