import { renderHook } from '@testing-library/react';
import { speakMore } from '../../languages';
import { otcWords } from '../../languages/otc';
import { speakDesk } from '../../test/desk';
import { useOtcWords } from './use-otc-words';

beforeAll(async () => {
  await speakDesk();
  await speakMore(otcWords);
});

it('the names of an order are said in words, and one that is not known yet as the server says it', () => {
  const { result } = renderHook(useOtcWords);
  const { way, reason, step } = result.current;
  expect([way('we_chat'), reason('not-released'), step('award-buyer')]).toEqual([
    'WeChat Pay',
    'The coins are not released',
    'Decided for the buyer',
  ]);
  expect([way('cheque'), reason('late'), step('merge')]).toEqual(['cheque', 'late', 'merge']);
});
