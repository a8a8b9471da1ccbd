import { isSameName } from './person-name.rules.js';

it.each([
  ['Ann Example', 'ANN  EXAMPLE', true],
  ['Ann Example', 'Example, Ann', true],
  ['José Müller', 'JOSE MULLER', true],
  ['张三', '张 三', true],
  ['张三', '张三丰', false],
  ['阿卜杜拉·买买提', '阿卜杜拉买买提', true],
  ['ﾔﾏﾀﾞ ﾀﾛｳ', 'ヤマダ タロウ', true],
  ['ＡＮＮ Ｅｘａｍｐｌｅ', 'Ann Example', true],
  ['สมชาย', 'สมชาย', true],
  ['สมชัย', 'สมชาย', false],
  ['김철수', '김 철수', true],
  ['Ann Example', 'Thief', false],
  ['Ann Example', 'Ann', false],
  ['Ann Example', '', false],
  ['', '', false],
  [' .', '.', false],
])('%p and %p: %p', (left, right, same) => {
  expect(isSameName(left, right)).toBe(same);
});
