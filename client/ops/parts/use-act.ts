import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../platform/api';
import { failureWords } from '../../platform/failure-words';

interface Act {
  busy: boolean;
  problem: string | null;
  run: (work: () => Promise<unknown>) => void;
}

/** A button that does one thing at a time and says what stood in the way. */
export function useAct(): Act {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);
  const run = async (work: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.kind !== 'session') setProblem(failureWords(error, t));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, problem, run: (work) => void run(work) };
}
