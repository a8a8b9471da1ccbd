import type { Parameters } from '../../../platform/api';
import { toast } from '../../../ui/toast';
import {
  type Command,
  FillReport,
  type LeverCommand,
  type PositionEvent,
  useCommand,
  useRefreshAccount,
  useRefreshTerms,
} from '../futures-account';

/** What came of a command, as it is told. */
export interface Outcome {
  match: (event: PositionEvent) => boolean;
  /** Null: the answer of the server says enough. */
  words: (event: PositionEvent) => string | null;
}

export interface SheetCommand extends Pick<Command, 'busy' | 'failure' | 'heldWorst' | 'isHeld' | 'clear'> {
  /**
   * Sends what the sheet confirms; when it was done, the answer is shown and the sheet goes. `outcome`: what is told of it, so
   * that the answer is what came of it.
   */
  send: (intent: string, body: Parameters, outcome?: Outcome) => Promise<void>;
  /** Closes the sheet without having done anything. What becomes of a command on its way is waited for. */
  leave: () => void;
}

/** A command that is confirmed in a sheet. Done or not, the page below shows afterwards how the account stands. */
export function useSheetCommand(name: LeverCommand, onClose: () => void): SheetCommand {
  const { run, ...command } = useCommand(name);
  const refresh = useRefreshAccount();
  const lookAgain = useRefreshTerms();
  const close = () => {
    command.clear();
    onClose();
  };
  const leave = () => {
    if (!command.busy) close();
  };
  const send = async (intent: string, body: Parameters, outcome?: Outcome) => {
    const report = outcome && new FillReport();
    const words = await run(intent, body);
    if (words === null) {
      report?.drop();
      return lookAgain();
    }
    if (report && outcome) void report.say(words, outcome.match, outcome.words);
    else toast(words);
    // Before anything is read: the same button, still there, would send another command.
    close();
    await refresh();
  };
  return { ...command, send, leave };
}
