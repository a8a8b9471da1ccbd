import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../server/contract/errors';
import { isDecimalText } from '../../../server/contract/money';
import type { NoticeTextView } from '../../../server/contract/operations';
import { asksForSecret } from '../../../server/contract/rules/asks-for-secret.rules';
import { IEO_PHASES } from '../../../server/contract/rules/ieo.rules';
import { REDEMPTION_RULES, YIELD_SOURCES } from '../../../server/contract/rules/trust.rules';
import { OPERATOR_ROLES } from '../../../server/contract/operations/words';
import { WALLET_ACCOUNTS } from '../../../server/contract/wallet/wallet.dto';
import { LANGUAGE_NAMES } from '../../languages';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useRuleWords } from '../countries/use-rule-words';
import { statusWord } from '../parts/status';

/** What the fields of proposals are called. */
const FIELDS = {
  amount: 'common.amount',
  account: 'common.account',
  coin: 'common.coin',
  nickname: 'otc.nickname',
  outcome: 'otc.award',
  quantity: 'otc.quantity',
  fiat: 'otc.money',
  status: 'common.status',
  currency: 'common.coin',
  network: 'deposit.network',
  chain: 'key.chain',
  form: 'key.form',
  extendedKey: 'key.key',
  addresses: 'coin.addresses',
  bankName: 'bank.name',
  cardNumber: 'bank.number',
  cardHolder: 'bank.holder',
  secondPersonAbove: 'coin.limit',
  depositsOn: 'coin.deposits',
  withdrawalsOn: 'coin.withdrawals',
  depositMinimum: 'coin.depositMinimum',
  withdrawalMinimum: 'coin.withdrawalMinimum',
  withdrawalFee: 'coin.fee',
  withdrawalFeePercent: 'coin.feePercent',
  confirmations: 'coin.confirmations',
  chainObjection: 'deposit.verdict',
  transaction: 'withdrawal.transaction',
  book: 'books.book',
  cause: 'books.cause',
  invariant: 'books.invariant',
  violations: 'books.violation',
  login: 'operator.login',
  rolesBefore: 'operator.rolesBefore',
  roles: 'operator.roles',
  category: 'news.category',
  titles: 'news.texts',
  publishAt: 'news.publishAt',
  expiresAt: 'news.expiresAt',
  required: 'news.required',
  announced: 'news.announced',
  link: 'news.links',
  url: 'news.url',
  cover: 'news.cover',
  coinCode: 'subscription.coinCode',
  coinName: 'subscription.coinName',
  coinScale: 'subscription.coinScale',
  paymentCurrencyId: 'subscription.paymentCurrencyId',
  price: 'subscription.price',
  total: 'subscription.total',
  minimum: 'subscription.minimum',
  maximum: 'subscription.maximum',
  lockDays: 'subscription.lockDays',
  yieldRatio: 'subscription.yieldRatio',
  yieldSource: 'subscription.yieldSource',
  startsAt: 'subscription.startsAt',
  endsAt: 'subscription.endsAt',
  launchesAt: 'subscription.launchesAt',
  issuer: 'subscription.issuer',
  texts: 'subscription.texts',
  recommended: 'subscription.recommended',
  sort: 'subscription.sort',
  leastQuantity: 'otc.leastQuantity',
  enabled: 'otc.offered',
  priceScale: 'subscription.priceScale',
  quantityScale: 'subscription.quantityScale',
  leastOrder: 'subscription.leastOrder',
  instruments: 'subscription.instruments',
  percent: 'referral.percent',
  yuan: 'reference.yuan',
  country: 'countries.country',
  product: 'countries.product',
  state: 'countries.state',
  leverageMax: 'countries.leverage',
  name: 'products.name',
  payoutPercent: 'products.payoutPercent',
  evenPayoutPercent: 'products.evenPayoutPercent',
  evenBandPercent: 'products.evenBandPercent',
  feePercent: 'products.feePercent',
  minimumAmount: 'products.minimumAmount',
  maximumAmount: 'products.maximumAmount',
  leverages: 'products.leverages',
  steps: 'products.steps',
  openLotsMax: 'products.openLotsMax',
  lotsMax: 'products.lotsMax',
  dailyPercent: 'products.dailyPercent',
  quota: 'products.quota',
  seconds: 'products.seconds',
  termDays: 'products.termDays',
  redemptionRule: 'products.redemptionRule',
  redemptionRate: 'products.redemptionRate',
  source: 'products.yieldSource',
  code: 'sale.code',
  phase: 'sale.phase',
  paid: 'sale.paid',
  payCoin: 'sale.payCurrencyId',
} as const;

/** What is proposed, or waits to take effect, one fact for each field. */
export function useProposedFacts(detail: Record<string, unknown>) {
  const { t } = useTranslation('desk');
  const ruleWords = useRuleWords();
  const isRule = 'leverageMax' in detail;
  const label = (name: string) => {
    const word = FIELDS[name as keyof typeof FIELDS];
    return word === undefined ? name : t(word);
  };
  const { before, after, ...rest } = detail;
  if (isObject(before) && isObject(after)) {
    const changes = Object.entries(after).map(([name, value]) => ({
      label: label(name),
      value: (
        <>
          <Value name={name} value={before[name]} /> → <Value name={name} value={value} />
        </>
      ),
    }));
    return [
      ...Object.entries(rest).map(([name, value]) => ({
        label: label(name),
        value: <Value name={name} value={value} />,
      })),
      ...changes,
    ];
  }
  return (
    Object.entries(detail)
      // Its code says more.
      .filter(
        ([name]) => !(name === 'currencyId' && 'currency' in detail) && !(name === 'ratio' && 'percent' in detail),
      )
      .map(([name, value]) => ({
        label: label(name),
        value: (isRule ? ruleWords(name, value) : null) ?? (
          <Value name={name} value={value} redemptionRule={detail.redemptionRule} />
        ),
      }))
  );
}

/** A field of a proposal as the server has it; long lists scroll in their place. */
function Value({ name, value, redemptionRule }: { name: string; value: unknown; redemptionRule?: unknown }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  if ((name === 'roles' || name === 'rolesBefore') && Array.isArray(value)) {
    const roles = value.map((word) => OPERATOR_ROLES.find((role) => role === word));
    return roles.map((role, index) => (role ? t(`roles.${role}`) : textOf(value[index]))).join(', ');
  }
  const word = typeof value === 'string' ? wordOf(name, value, t) : null;
  if (word !== null) return word;
  const rule = name === 'redemptionRule' && REDEMPTION_RULES.find((word) => word === value);
  if (rule) return t(`products.rules.${rule}`);
  const source = name === 'source' && YIELD_SOURCES.find((word) => word === value);
  if (source) return t(`products.sources.${source}`);
  if (name === 'name' && typeof value === 'string') return <code>{productName(value, t)}</code>;
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (name === 'redemptionRate' && isDecimalText(value)) {
    const figure = formatDecimal(value, language);
    return (
      <code>{redemptionRule === 'fixed-fee' ? t('products.daysOfInterest', { days: figure }) : `${figure}%`}</code>
    );
  }
  if (name === 'texts' && Array.isArray(value) && value.every(isText)) {
    return value.map(({ language: of, title, text }) => (
      <div key={of} lang={of}>
        <p className="desk-dim">{LANGUAGE_NAMES[of]}</p>
        <p>
          <strong>{title}</strong>
        </p>
        <p className="desk-lines">{text}</p>
        {(asksForSecret(title) || asksForSecret(text)) && (
          <p className="desk-strip" data-tone="bad" lang={language}>
            {t('proposal.asksForSecret')}
          </p>
        )}
      </div>
    ));
  }
  // Read by somebody who has to notice a digit too many.
  if ((name === 'amount' || name === 'paid') && isDecimalText(value))
    return <code>{formatDecimal(value, language)}</code>;
  if (name === 'steps' && Array.isArray(value)) return <pre className="desk-pre">{value.map(stepText).join('\n')}</pre>;
  const text = Array.isArray(value) ? value.map(textOf).join('\n') || '–' : textOf(value);
  return text.includes('\n') ? <pre className="desk-pre">{text}</pre> : <code>{text}</code>;
}

/** Of a field whose values are codes with words of their own; null: it is shown as it is. */
function wordOf(name: string, value: string, t: TFunction<'desk'>): string | null {
  if (name === 'status') return statusWord(value, t);
  if (name === 'outcome' && value === 'award-buyer') return t('otc.awardBuyer');
  if (name === 'outcome' && value === 'award-seller') return t('otc.awardSeller');
  const phase = name === 'phase' && IEO_PHASES.find((known) => known === value);
  if (phase) return t(`sale.${phase}`);
  const account = name === 'account' && WALLET_ACCOUNTS.find((known) => known === value);
  return account ? t(`user.${account}`) : null;
}

/** The name of what terms are of. What is said of every market stands for them with a star. */
export function productName(name: string, t: TFunction<'desk'>): string {
  return name.startsWith('*') ? name.replace('*', t('products.everyMarket')) : name;
}

function textOf(value: unknown): string {
  if (value === null) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A step of a maintenance table: from which size on, what is kept, and the highest leverage. */
function stepText(step: unknown): string {
  if (!isObject(step)) return textOf(step);
  const { floor, maintenancePercent, maxLeverage } = step;
  return `> ${textOf(floor)}: ${textOf(maintenancePercent)}%, ${textOf(maxLeverage)}x`;
}

/** Of a notice, in one language. */
function isText(value: unknown): value is NoticeTextView {
  return isObject(value) && LANGUAGES.some((known) => known === value.language) && typeof value.title === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
