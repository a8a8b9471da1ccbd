/** After so long without a line of its agent, somebody else may go on with a chat. */
export const LEFT_AFTER_MS = 15 * 60_000;

/** Whether the agent who has the chat has left it alone. */
export function isLeft(agentAt: Date | null, now: number): boolean {
  return agentAt !== null && agentAt.getTime() <= now - LEFT_AFTER_MS;
}
