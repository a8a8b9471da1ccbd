import type { Parameters } from '../../../platform/api';
import { toast } from '../../../ui/toast';
import { type Command, type LeverCommand, useCommand, useRefreshAccount } from '../futures-account';

export interface SheetCommand extends Pick<Command, 'busy' | 'failure' | 'clear'> {
  /** Sends what the sheet confirms; when it was done, the answer is shown and the sheet goes. */
  send: (intent: string, body: Parameters) => Promise<void>;
  /** Closes the sheet without having done anything. */
  leave: () => void;
}

/** A command that is confirmed in a sheet. Done or not, the page below shows afterwards how the account stands. */
export function useSheetCommand(name: LeverCommand, onClose: () => void): SheetCommand {
  const { busy, failure, clear, run } = useCommand(name);
  const refresh = useRefreshAccount();
  const leave = () => {
    clear();
    onClose();
  };
  const send = async (intent: string, body: Parameters) => {
    const words = await run(intent, body);
    await refresh();
    if (words === null) return;
    toast(words);
    leave();
  };
  return { busy, failure, clear, send, leave };
}
