import { followingSpan, type OpenSpan } from './work.js';

type Cause = { readonly trace: string | null };

/**
 * Writes something to a user's sockets because of events: a span in the trace of each of them that is recorded.
 * @param push must not wait.
 */
export function asPush(name: string, causes: readonly Cause[], push: () => void): void {
  const spans = spansOf(name, causes);
  try {
    push();
  } finally {
    for (const span of spans) span.end();
  }
}

function spansOf(name: string, causes: readonly Cause[]): OpenSpan[] {
  const counts = new Map<string, number>();
  for (const { trace } of causes) if (trace !== null) counts.set(trace, (counts.get(trace) ?? 0) + 1);
  return [...counts].flatMap(([trace, count]) => {
    const notes = { 'messaging.destination.name': name, 'messaging.batch.message_count': count };
    return followingSpan({ name: `push ${name}`, kind: 'producer', notes }, trace) ?? [];
  });
}
