import type { AccountEvent, AccountEventsPlace } from '../../server/contract/events.dto.js';
import { AccountEvents, type FollowEvents } from './account-events.js';

function open() {
  const followers: Parameters<FollowEvents>[0][] = [];
  const stopped: number[] = [];
  const events = new AccountEvents((follower) => {
    const index = followers.push(follower);
    return () => stopped.push(index);
  });
  const emit = (...batch: AccountEvent[]) => followers.at(-1)?.onChange(batch);
  const start = (place: AccountEventsPlace) => followers.at(-1)?.onStart(place);
  return { events, followers, stopped, emit, start };
}

function aNotice(sequence: number, entity = `notice:${sequence}`, entityVersion = 1): AccountEvent {
  const payload = { entity, entityVersion, noticeId: String(sequence), notice: 'test', parameters: {} };
  return { sequence, kind: 'notice', at: 0, payload };
}

describe('what happens to the user', () => {
  test('is handed to those who asked for that kind, in order', () => {
    const { events, emit } = open();
    const heard: string[] = [];
    events.on('notice', ({ sequence }) => heard.push(`first ${sequence}`));
    events.on('notice', ({ sequence }) => heard.push(`second ${sequence}`));
    events.on('kyc', () => heard.push('kyc'));
    emit(aNotice(1), aNotice(2));
    expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2']);
  });

  test('counts only where it is newer than what is known of the same thing', () => {
    const { events, emit, start } = open();
    const heard: number[] = [];
    events.on('notice', ({ sequence }) => heard.push(sequence));
    emit(aNotice(1, 'notice:7', 5), aNotice(2, 'notice:7', 5), aNotice(3, 'notice:7', 4), aNotice(4, 'notice:8', 1));
    emit(aNotice(5, 'notice:7', 6));
    expect(heard).toEqual([1, 4, 5]);
    // Where the stream begins anew, the versions do too.
    start({ sequence: 5, since: 1 });
    emit(aNotice(6, 'notice:7', 1));
    expect(heard).toEqual([1, 4, 5, 6]);
  });

  test('is followed once, while anybody listens', () => {
    const { events, followers, stopped, start } = open();
    const places: number[] = [];
    const stop = [
      events.on('notice', () => undefined),
      events.on('kyc', () => undefined),
      events.onStart(({ sequence }) => places.push(sequence)),
    ];
    start({ sequence: 9, since: 1 });
    expect(places).toEqual([9]);
    for (const one of stop) one();
    for (const one of stop) one();
    expect([followers.length, stopped]).toEqual([1, [1]]);
    events.on('notice', () => undefined);
    expect(followers).toHaveLength(2);
  });
});
