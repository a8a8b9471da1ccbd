/**
 * A place beside the database where a text is kept once and never changed: what is in the database can be held against it.
 * Keys sort so that the newest comes first.
 */
export abstract class AnchorPort {
  /** Keeps the text; false when there is one under the key already, which stays as it is. */
  abstract putOnce(key: string, text: string): Promise<boolean>;

  /** Null when there is nothing under the key. */
  abstract get(key: string): Promise<string | null>;

  /** Keys in their order, at most so many, after the given one. */
  abstract list(limit: number, after?: string): Promise<string[]>;
}

const KEY = /^[a-z0-9][a-z0-9-]{0,99}$/;

/** Whether something can be kept under it: others may have put what they like beside the anchors. */
export function isAnchorKey(key: string): boolean {
  return KEY.test(key);
}

/** @throws Error for a key that could mean anything but one file. */
export function assertAnchorKey(key: string): void {
  if (!isAnchorKey(key)) throw new Error('This is no key of an anchor');
}
