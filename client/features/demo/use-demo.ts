import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DemoStateView } from '../../../server/contract/demo.dto';
import { CallFailed } from '../../platform/api';
import { chooseAccountType, useIsDemo } from '../../platform/account-type';
import { newIdempotencyKey } from '../../platform/idempotency-key';
import { toast } from '../../ui/toast';
import { demoState, enterDemo, leaveDemo, topUpDemo } from './demo.api';

export interface DemoActs {
  /** Whether the page is about demo money now. */
  isDemo: boolean;
  busy: boolean;
  enter: () => void;
  leave: () => void;
  topUp: () => void;
}

/** The ways into the demo and out of it. What fails is said by the shell, in words. */
export function useDemo(): DemoActs {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isDemo = useIsDemo();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  // One command, however often it is sent until its outcome is known.
  const key = useRef<string | null>(null);

  const run = async (act: () => Promise<DemoStateView>, after: () => void) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      queries.setQueryData(demoState.queryKey, await act());
      after();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.kind === 'refused') key.current = null;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const enter = () =>
    run(enterDemo, () => {
      chooseAccountType('simulation_account');
      toast(t('demo.entered'));
    });
  const leave = () => {
    // The way back to real money needs no server; it only remembers which of the two was left last.
    chooseAccountType('real_account');
    toast(t('demo.left'));
    return run(leaveDemo, () => undefined);
  };
  const topUp = () => {
    const command = (key.current ??= newIdempotencyKey());
    return run(
      () => topUpDemo(command),
      () => {
        key.current = null;
        toast(t('demo.toppedUp'));
      },
    );
  };
  return { isDemo, busy, enter: () => void enter(), leave: () => void leave(), topUp: () => void topUp() };
}
