import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The specification beside the checkout, where it is there. */
const SPECIFICATION = join(__dirname, '../../../shared/spec/specification.md');

const GROUPS = [
  'POST set/lang get/lang user/cash_info user/cash_save area_code sms_mail sms_send sms_other_mail user/register user/checkExtcode user/login',
  'GET user/center user/center2',
  'POST user/real_name user/real_name2 user/e_pwd user/has_password safe/update_password user/check_mobile user/check_email user/forget',
  'GET get/reg user/userLog',
  'GET currency/quotation_new currency/quotation_recomm currency/new_timeshar currency/deal currency/user_currency_list',
  'POST news/list news/announcement news/detail',
  'POST coin/trade',
  'PUT coin/trade/cancel',
  'GET coin/list',
  'GET microtrade/lists microtrade/seconds microtrade/payable_currencies',
  'POST microtrade/submit',
  'POST lever/deal lever/submit lever/my_trade lever/close lever/cancel lever/setstop lever/add_margin',
  'POST wallet/detail wallet/list wallet/legal_log wallet/change',
  'GET wallet/hzhistory',
  'POST wallet/deposit_address wallet/check_address wallet/charge_req wallet/get_info wallet/get_address wallet/out',
  'POST wallet/addaddress wallet/deladdress wallet/deposit_currency wallet/withdrawal_currency wallet/apv_address depositIn',
  'GET out/getAccount',
  'POST out/setAccount',
  'GET charge_mention/log2 charge_mention/log3',
  'GET lh/deposit/report lh/deposit/config lh/deposit/product_info lh/deposit/order',
  'POST lh/deposit lh/deposit/order/cancel',
  'GET lh/send/config lh/send/product_info lh/send/order_list lh/send/get_recommend',
  'POST lh/send/order',
  'GET user/my_poster user/my_share user/invite',
  'POST user/invite_list user/my_invite_list user/my_account_return',
  'POST set/get_customer_url set/get_otc_url',
  'GET ctc/product/all ctc/product/list ctc/product/info ctc/order/list ctc/order/info',
  'POST ctc/order/add',
  'PUT ctc/order/cancel ctc/order/pay',
  'GET usstock/quotation usstock/kline',
  'POST usstock/getNewPrice',
  'POST ieo/list ieo/apply ieo/myApply ieo/pay',
];

/** The 100 calls of the specification's section 7, `GET user/invite`, as this repository knows them. */
export const SPECIFIED_CALLS: readonly string[] = GROUPS.flatMap((group) => {
  const [verb = '', ...paths] = group.split(' ');
  return paths.map((path) => `${verb} ${path}`);
});

/** The same, read from the specification itself; null where it is not there. */
export function callsOfSpecification(): string[] | null {
  if (!existsSync(SPECIFICATION)) return null;
  const text = readFileSync(SPECIFICATION, 'utf8').split('\n## 7.')[1]?.split('\n## 8.')[0] ?? '';
  return text.split('\n').flatMap(callsOfLine);
}

/** `Trust: GET lh/deposit/report, lh/deposit/config; POST lh/deposit.`: a verb holds until the next one. */
function callsOfLine(line: string): string[] {
  const [head, rest] = /^([A-Z][^:]*): (.*)$/.exec(line)?.slice(1) ?? [];
  if (head === undefined || rest === undefined) return [];
  let verb = /all (GET|POST|PUT)/.exec(head)?.[1];
  return rest.split(/[;,]/).flatMap((item) => {
    const [, said, path] =
      /^\s*(?:(GET|POST|PUT) )?\/?([A-Za-z][A-Za-z0-9_/]*)(?: \([^)]*\)?)?\.?\s*$/.exec(item) ?? [];
    verb = said ?? verb;
    return path === undefined || verb === undefined ? [] : [`${verb} ${path}`];
  });
}
