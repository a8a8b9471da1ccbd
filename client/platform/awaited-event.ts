import type { AccountEvent, AccountEventKind } from '../../server/contract/events.dto';
import { onAccountEvent } from './use-account-events';

/** An event comes within the beat of its commit; a stream that is away has it later, in the lists. */
const WAIT_MS = 2000;

export interface AwaitedEvent<Kind extends AccountEventKind> {
  /** The first event since the beginning that matches, told already or within two seconds; null when there is none. */
  first(match: (payload: AccountEvent<Kind>['payload']) => boolean): Promise<AccountEvent<Kind>['payload'] | null>;
  end(): void;
}

/**
 * Listens from now on, so that what a command did is known by its own event, which may come before the command's answer.
 * Call it before the command is sent, and `end` it when nothing more is awaited.
 */
export function awaitEvent<Kind extends AccountEventKind>(kind: Kind): AwaitedEvent<Kind> {
  type Payload = AccountEvent<Kind>['payload'];
  const heard: Payload[] = [];
  let look = () => {};
  const end = onAccountEvent(kind, ({ payload }) => {
    heard.push(payload);
    look();
  });
  const first = (match: (payload: Payload) => boolean) =>
    new Promise<Payload | null>((resolve) => {
      const settle = (found: Payload | null) => {
        clearTimeout(timer);
        look = () => {};
        resolve(found);
      };
      const timer = setTimeout(() => settle(null), WAIT_MS);
      look = () => {
        const found = heard.find(match);
        if (found) settle(found);
      };
      look();
    });
  return { first, end };
}
