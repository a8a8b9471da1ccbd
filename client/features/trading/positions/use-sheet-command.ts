import type { Parameters } from '../../../platform/api';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../platform/preferences';
import { toast } from '../../../ui/toast';
import {
  closedWords,
  type Command,
  FillReport,
  type LeverCommand,
  useCommand,
  useRefreshAccount,
} from '../futures-account';

/** Lots of a position that are closed. */
export interface Closing {
  positionId: string;
  /** Of the market. */
  priceDecimals: number | undefined;
}

export interface SheetCommand extends Pick<Command, 'busy' | 'failure' | 'clear'> {
  /**
   * Sends what the sheet confirms; when it was done, the answer is shown and the sheet goes. `closing`: the position of which
   * lots are closed, so that the answer is what came of it.
   */
  send: (intent: string, body: Parameters, closing?: Closing) => Promise<void>;
  /** Closes the sheet without having done anything. */
  leave: () => void;
}

/** A command that is confirmed in a sheet. Done or not, the page below shows afterwards how the account stands. */
export function useSheetCommand(name: LeverCommand, onClose: () => void): SheetCommand {
  const { busy, failure, clear, run } = useCommand(name);
  const refresh = useRefreshAccount();
  const { t } = useTranslation();
  const language = useLanguage();
  const leave = () => {
    clear();
    onClose();
  };
  const send = async (intent: string, body: Parameters, closing?: Closing) => {
    const report = closing === undefined ? null : { ...closing, of: new FillReport() };
    const words = await run(intent, body);
    if (words === null) {
      report?.of.drop();
      return refresh();
    }
    if (!report) toast(words);
    else
      void report.of.say(
        words,
        ({ positionId, fill }) => positionId === report.positionId && fill !== null,
        (told) => closedWords(told, t, { language, decimals: report.priceDecimals }),
      );
    // Before anything is read: the same button, still there, would send another command.
    leave();
    await refresh();
  };
  return { busy, failure, clear, send, leave };
}
