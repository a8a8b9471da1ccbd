import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DemoStateView } from '../../../../server/contract/wallet/demo.dto';
import { chooseAccountType, useIsDemo } from '../../../platform/account-type';
import { CallFailed } from '../../../platform/api';
import { toast } from '../../../ui/toast';
import { demoState, enterDemo, leaveDemo } from './demo.api';

/** Runs one act of the demo at a time. What fails is said by the shell, in words. */
function useDemoAct() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async (act: () => Promise<DemoStateView>, after?: () => void): Promise<CallFailed | null> => {
    if (running.current) return null;
    running.current = true;
    setBusy(true);
    try {
      queries.setQueryData(demoState.queryKey, await act());
      after?.();
      return null;
    } catch (error) {
      if (error instanceof CallFailed) return error;
      throw error;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}

export interface DemoActs {
  /** Whether the page is about demo money now. */
  isDemo: boolean;
  busy: boolean;
  enter: () => void;
  leave: () => void;
}

/** The ways into the demo and out of it. */
export function useDemo(): DemoActs {
  const { t } = useTranslation();
  const isDemo = useIsDemo();
  const { busy, run } = useDemoAct();
  const enter = () =>
    run(enterDemo, () => {
      chooseAccountType('simulation_account');
      toast(t('demo.entered'));
    });
  const leave = () => {
    // The way back to real money needs no server; it only remembers which of the two was left last.
    chooseAccountType('real_account');
    toast(t('demo.left'));
    return run(leaveDemo);
  };
  return { isDemo, busy, enter: () => void enter(), leave: () => void leave() };
}
