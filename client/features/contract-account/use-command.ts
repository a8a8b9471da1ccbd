import { useRef, useState } from 'react';
import { CallFailed, type Parameters } from '../../platform/api';
import { newIdempotencyKey } from '../../platform/idempotency-key';
import { command, type LeverCommand } from './futures.api';

export interface Command {
  busy: boolean;
  /** Why it was not done; null while nothing speaks against it. */
  failure: CallFailed | null;
  /**
   * Sends the command and says what the server answered, or null when it was not done. `intent` is what the user
   * decided: as long as nobody knows what became of it, the same intent is sent with the same body and key.
   */
  run: (intent: string, body: Parameters) => Promise<string | null>;
  clear: () => void;
}

/** A command of the contract account, sent once at a time and never done twice. */
export function useCommand(name: LeverCommand): Command {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailed | null>(null);
  const running = useRef(false);
  const open = useRef<{ intent: string; body: Parameters; key: string } | null>(null);

  const run = async (intent: string, body: Parameters): Promise<string | null> => {
    if (running.current) return null;
    running.current = true;
    setBusy(true);
    setFailure(null);
    if (open.current?.intent !== intent) open.current = { intent, body, key: newIdempotencyKey() };
    const sent = open.current;
    try {
      const words = await command(name, sent.body, sent.key);
      open.current = null;
      return words;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const isUnknown =
        error.kind === 'unreachable' || error.kind === 'timeout' || error.code === 'request.outcome-unknown';
      if (!isUnknown) open.current = null;
      if (error.kind !== 'session') setFailure(error);
      return null;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, failure, run, clear: () => setFailure(null) };
}
