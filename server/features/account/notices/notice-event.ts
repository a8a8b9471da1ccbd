/** What a user is told of a notice that has just been written. */
export function noticeEvent(noticeId: string, notice: string, parameters: Record<string, string>) {
  return { entity: `notice:${noticeId}`, entityVersion: 1, noticeId, notice, parameters };
}
