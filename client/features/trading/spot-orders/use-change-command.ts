import { useQueryClient } from '@tanstack/react-query';
import { type Submission, useSubmission } from '../../../platform/use-submission';
import { toast } from '../../../ui/toast';
import { ORDER_KEY, ORDERS_KEY } from './spot-orders.api';

/** No field is to blame by the server's codes: every refusal is shown above the button. */
const NO_FIELDS = { setFieldError: () => undefined, getInputNode: () => null };

export interface ChangeCommand<Wish> {
  command: Submission<Wish>;
  /** Closes the sheet and forgets its refusal. What becomes of a change on its way is waited for. */
  leave: () => void;
}

/**
 * Sends what the sheet of a change asks for. It is the sheet's and not the form's: a change that nobody knows the outcome of
 * keeps its key also where the sheet was closed meanwhile.
 *
 * @param send answers the server's words.
 * @param setsOf what the change sets; left out where the change says of which version it is, so that no later one is the same.
 */
export function useChangeCommand<Wish>(
  send: (wish: Wish, key: string) => Promise<string>,
  onClose: () => void,
  setsOf?: (wish: Wish) => string,
): ChangeCommand<Wish> {
  const queries = useQueryClient();
  const command = useSubmission<Wish>(NO_FIELDS, {
    setsOf,
    send: async (wish, key) => {
      try {
        toast(await send(wish, key));
        onClose();
      } finally {
        await Promise.all([ORDERS_KEY, ORDER_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
      }
    },
  });
  const leave = () => {
    if (command.busy) return;
    command.clear();
    onClose();
  };
  return { command, leave };
}
