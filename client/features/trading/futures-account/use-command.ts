import { useState } from 'react';
import { CallFailed, type Parameters } from '../../../platform/api';
import { useAtMostOnce } from '../../../platform/use-at-most-once';
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
  /** The worst price that is sent for the intent, because nobody knows what became of it before; null: the one that is given. */
  heldWorst: (intent: string) => string | null;
  /** Whether the intent was sent and nobody knows what became of it. */
  isHeld: (intent: string) => boolean;
  clear: () => void;
}

/** Those that give something the values that are named, however often they are sent. */
const SETTING: readonly LeverCommand[] = ['setstop', 'amend', 'close_amend'];

/** A command of the futures account, sent once at a time and never done twice. */
export function useCommand(name: LeverCommand): Command {
  const [failure, setFailure] = useState<CallFailed | null>(null);
  const { busy, run: runOnce, held } = useAtMostOnce<Parameters>();

  const run = async (intent: string, body: Parameters): Promise<string | null> => {
    if (!busy) setFailure(null);
    try {
      const sets = SETTING.includes(name) ? [name, body.id, body.closing_id].join(' ') : undefined;
      const send = (content: Parameters, key: string) => command(name, content, key);
      return (await runOnce({ intent, content: body, sets, send })) ?? null;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.kind !== 'session') setFailure(error);
      return null;
    }
  };
  const heldWorst = (intent: string) => {
    const worst = held(intent)?.worst_price;
    return worst === undefined ? null : String(worst);
  };
  const isHeld = (intent: string) => held(intent) !== null;
  return { busy, failure, run, heldWorst, isHeld, clear: () => setFailure(null) };
}
