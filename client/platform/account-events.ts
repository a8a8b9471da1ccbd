import type { AccountEvent, AccountEventKind, AccountEventsPlace } from '../../server/contract/events.dto';
import { EntityVersions } from './entity-versions';

type Listener = (event: AccountEvent) => void;

/** How a stream is followed; the page's own connection, or a test's. */
export type FollowEvents = (follower: {
  onChange: (events: AccountEvent[]) => void;
  onStart: (place: AccountEventsPlace) => void;
}) => () => void;

/**
 * What happens to the signed-in user, handed to whoever asked for that kind of event. The stream is followed while
 * anybody listens.
 */
export class AccountEvents {
  private readonly listeners = new Map<AccountEventKind, Set<Listener>>();
  private readonly startListeners = new Set<(place: AccountEventsPlace) => void>();
  private readonly versions = new EntityVersions();
  private count = 0;
  private stop: (() => void) | null = null;

  constructor(private readonly follow: FollowEvents) {}

  /** Calls the listener with each event of the kind, once and in order, unless a newer one of its entity was told. */
  on<Kind extends AccountEventKind>(kind: Kind, listener: (event: AccountEvent<Kind>) => void): () => void {
    const listeners = this.listeners.get(kind) ?? new Set();
    this.listeners.set(kind, listeners);
    // A listener of its own for every call, so that one function may listen twice.
    const heard: Listener = (event) => listener(event as unknown as AccountEvent<Kind>);
    listeners.add(heard);
    return this.counted(() => listeners.delete(heard));
  }

  /**
   * Calls the listener when the stream begins, or begins anew: events before may have been missed, so state is to be
   * read again over HTTP. What is read names a sequence not below the place's.
   */
  onStart(listener: (place: AccountEventsPlace) => void): () => void {
    const heard = (place: AccountEventsPlace) => listener(place);
    this.startListeners.add(heard);
    return this.counted(() => this.startListeners.delete(heard));
  }

  private counted(remove: () => void): () => void {
    this.count += 1;
    this.stop ??= this.follow({
      onChange: (events) => events.forEach((event) => this.dispatch(event)),
      onStart: (place) => this.start(place),
    });
    let isRemoved = false;
    return () => {
      if (isRemoved) return;
      isRemoved = true;
      remove();
      this.count -= 1;
      if (this.count > 0) return;
      this.stop?.();
      this.stop = null;
    };
  }

  private dispatch(event: AccountEvent): void {
    const { kind, payload } = event;
    if (!this.versions.isNew(`${kind} ${payload.entity}`, payload.entityVersion)) return;
    for (const listener of this.listeners.get(kind) ?? []) listener(event);
  }

  /** The versions of another user, or of a database before it was restored, mean nothing any more. */
  private start(place: AccountEventsPlace): void {
    this.versions.clear();
    for (const listener of this.startListeners) listener(place);
  }
}
