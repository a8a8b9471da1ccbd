export interface Paced<Value> {
  /** Hands the value on: at once when the last one is long enough ago, otherwise when it is; the newest wins. */
  push(value: Value): void;
  /** Forgets what waits. */
  cancel(): void;
}

/** Lets a value through at most once per interval and never loses the last one. */
export function pace<Value>(hand: (value: Value) => void, milliseconds: number): Paced<Value> {
  let waiting: { value: Value } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const due = () => {
    timer = null;
    if (!waiting) return;
    const { value } = waiting;
    waiting = null;
    timer = setTimeout(due, milliseconds);
    hand(value);
  };
  return {
    push(value) {
      waiting = { value };
      if (timer === null) due();
    },
    cancel() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      waiting = null;
    },
  };
}
