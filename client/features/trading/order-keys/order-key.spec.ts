import { orderKeyOf, type Press } from './order-key';

const press = (part: Partial<Press>): Press => ({
  key: '',
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  repeat: false,
  ...part,
});

describe('a key', () => {
  it.each([
    ['b', { act: 'side', side: 'buy' }],
    ['s', { act: 'side', side: 'sell' }],
    ['l', { act: 'kind', kind: 'limit' }],
    ['m', { act: 'kind', kind: 'market' }],
    // With the letters locked as capitals.
    ['B', { act: 'side', side: 'buy' }],
    ['a', { act: 'amount', digit: '' }],
    ['1', { act: 'share', percent: 25 }],
    ['2', { act: 'share', percent: 50 }],
    ['3', { act: 'share', percent: 75 }],
    ['4', { act: 'share', percent: 100 }],
    ['0', { act: 'amount', digit: '0' }],
    ['5', { act: 'amount', digit: '5' }],
    ['9', { act: 'amount', digit: '9' }],
    ['ArrowUp', { act: 'ticks', ticks: 1 }],
    ['ArrowDown', { act: 'ticks', ticks: -1 }],
    ['Enter', { act: 'review' }],
    ['Escape', { act: 'close' }],
    ['/', { act: 'search' }],
    ['?', { act: 'help' }],
    ['x', null],
    ['ArrowLeft', null],
    ['Tab', null],
    [' ', null],
    ['F1', null],
    ['.', null],
  ])('%s asks for %j', (key, asked) => {
    expect(orderKeyOf(press({ key }))).toEqual(asked);
  });

  it.each([
    ['ArrowUp', { act: 'ticks', ticks: 10 }],
    ['ArrowDown', { act: 'ticks', ticks: -10 }],
    // Where these two need it.
    ['?', { act: 'help' }],
    ['/', { act: 'search' }],
    ['B', null],
    ['Enter', null],
    ['1', null],
  ])('%s with Shift asks for %j', (key, asked) => {
    expect(orderKeyOf(press({ key, shiftKey: true }))).toEqual(asked);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const)('asks for nothing of ours with %s', (name) => {
    for (const key of ['b', '1', '5', 'ArrowUp', 'Enter', '?', '/'])
      expect([key, orderKeyOf(press({ key, [name]: true }))]).toEqual([key, null]);
  });

  it('that is held goes on with the price alone', () => {
    expect(orderKeyOf(press({ key: 'ArrowUp', repeat: true }))).toEqual({ act: 'ticks', ticks: 1 });
    for (const key of ['b', '1', '5', 'Enter', '?', '/'])
      expect([key, orderKeyOf(press({ key, repeat: true }))]).toEqual([key, null]);
  });

  it.each([
    ['ㅠ', 'KeyB', { act: 'side', side: 'buy' }],
    ['ห', 'KeyS', { act: 'side', side: 'sell' }],
    ['я', 'KeyZ', null],
    // Letters of an alphabet that has ours, too, stand for themselves.
    ['é', 'Digit2', null],
    ['q', 'KeyA', null],
    ['Process', 'KeyB', null],
    ['Dead', 'KeyS', null],
  ])('that writes %s at the place of %s asks for %j', (key, code, asked) => {
    expect(orderKeyOf(press({ key, code }))).toEqual(asked);
  });
});
